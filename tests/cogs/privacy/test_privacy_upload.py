"""What a member's export is sent as."""

import io
import zipfile

from cogs.privacy import FILE_NAME, LARGEST_FILE, upload


def test_an_export_is_sent_as_it_is():
    file = upload(b"{}")
    assert (file.filename, file.fp.read()) == (FILE_NAME, b"{}")


def test_an_export_that_is_too_large_is_compressed():
    exported = b"0123456789" * (LARGEST_FILE // 10 + 1)
    file = upload(exported)
    packed = file.fp.read()
    assert file.filename == f"{FILE_NAME}.zip"
    assert len(packed) < LARGEST_FILE
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.read(FILE_NAME) == exported
