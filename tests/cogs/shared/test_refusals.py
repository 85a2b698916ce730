"""What a refusal is about, read from errors as Discord sends them."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from cogs.shared.refusals import with_emojis, without_pictures_for

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FAULT = {"_errors": [{"code": "INVALID", "message": "Not good"}]}


def refusal(status: int, code: int, path: str = "") -> discord.HTTPException:
    errors: Any = FAULT
    for part in reversed(path.split(".")):
        errors = {part: errors}
    answer = {"code": code, "message": "Invalid Form Body"} | ({"errors": errors} if path else {})
    return discord.HTTPException(SimpleNamespace(status=status, reason="no"), answer)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("error", "pause"),
    [
        (refusal(403, 50013), DAY),
        (refusal(413, 40005), HOUR),
        (refusal(400, 40005), HOUR),
        (refusal(400, 50035, "attachments.0.id"), HOUR),
        (refusal(400, 50035, "data.attachments.0"), HOUR),
        (refusal(400, 50035, "files[0]"), HOUR),
        (refusal(400, 50035, "components.0.components.1.items.0.media.url"), HOUR),
        (refusal(400, 50035, "data.components.2.accessory.media"), HOUR),
        (refusal(413, 0), HOUR),
        (refusal(403, 0), DAY),
        (refusal(403, 50001), None),
        (refusal(404, 10008), None),
        (refusal(400, 0), None),
        (refusal(400, 50035), None),
        (refusal(400, 50035, "components.0.components.1.emoji.id"), None),
        (refusal(400, 50035, "components.0.components.1.label"), None),
        (refusal(400, 50035, "components.0.components.1.url"), None),
        (refusal(400, 50083), None),
        (refusal(400, 40060), None),
        (refusal(429, 30046), None),
        (refusal(500, 0), None),
    ],
    ids=str,
)
def test_only_an_error_about_pictures_takes_them_away(error: discord.HTTPException, pause: timedelta | None) -> None:
    assert without_pictures_for(error) == pause


class Panel(ui.LayoutView):
    buttons: ui.ActionRow["Panel"] = ui.ActionRow(
        ui.Button(custom_id="a", label="Pass", emoji="🔄"), ui.Button(custom_id="b", label="Draw")
    )
    menu: ui.ActionRow["Panel"] = ui.ActionRow(
        ui.Select(custom_id="c", options=[discord.SelectOption(label="Ace", value="A", emoji="🅰️")])
    )


@pytest.mark.parametrize(
    ("refusals", "attempts", "has_emojis"),
    [
        ([], 1, True),
        ([refusal(400, 50035, "data.components.0.components.1.emoji.id")], 2, True),
        ([refusal(400, 50035, "components.1.components.0.options.0.emoji.name")] * 2, 3, False),
    ],
)
async def test_a_refused_emoji_is_left_out_at_the_third_attempt(
    refusals: list[discord.HTTPException], attempts: int, has_emojis: bool
) -> None:
    view, left, sent = Panel(), list(refusals), list[str]()

    async def send() -> None:
        sent.append(str(view.to_components()))
        if left:
            raise left.pop()

    await with_emojis(view, send)
    assert len(sent) == attempts
    assert ["🔄" in sent[-1], "🅰️" in sent[-1]] == [has_emojis] * 2
    assert "Pass" in sent[-1]
    assert "Ace" in sent[-1]


@pytest.mark.parametrize("path", ["components.0.components.1.label", "attachments.0"])
async def test_other_refusals_of_the_form_are_not_tried_again(path: str) -> None:
    sent = list[str]()

    async def send() -> None:
        sent.append(path)
        raise refusal(400, 50035, path)

    with pytest.raises(discord.HTTPException):
        await with_emojis(Panel(), send)
    assert len(sent) == 1
