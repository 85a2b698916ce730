"""Everything that the container and the service refer to exists, and they run the bot with few privileges."""

import argparse
import configparser
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from dockerfile import DOCKERFILE, ROOT, copied, instructions
from pydantic import SecretStr

import cardroom
from cogs.version import VERSION
from db.drivers.engine import database_path, database_url, place_of
from operation.commands import add_commands
from operation.doctor import PERMISSIONS
from operation.errors import EXIT_PERMANENT
from operation.settings import Settings, read_settings
from operation.stopping import LONGEST
from tests.import_rules import PARTS
from tests.optional import present

SERVICE = ROOT / "deploy" / "cardroom.service"


def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def service(section: str = "Service") -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(strict=False, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment]
    parser.read(SERVICE)
    return parser[section]


def test_the_image_contains_all_parts_of_the_bot() -> None:
    """What is copied is what ``test_wheel`` builds the wheel of."""
    assert {part for part in PARTS if part != "bot"} | {"bot.py", "assets", "locales"} <= copied()
    assert [name for name in copied() if not (ROOT / name).exists()] == []


def test_the_command_looks_for_all_parts_of_the_bot() -> None:
    assert cardroom.OWN == PARTS
    assert cardroom.EXIT_PERMANENT == EXIT_PERMANENT
    assert not [name for name in PARTS if cardroom.is_displaced(name)]


def test_the_version_is_told_without_loading_the_bot() -> None:
    told = "import cardroom, sys; sys.argv[1:] = ['--version']; cardroom.run(); print('discord' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout == f"Cardroom {VERSION}\nFalse\n"


def test_exactly_what_is_copied_is_sent_to_the_builder() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == copied()
    assert "*" in lines


def test_the_image_is_slim_and_runs_as_an_unprivileged_user() -> None:
    assert all(re.fullmatch(r"python:3\.\d+-slim( AS build)?", image) for image in instructions("FROM"))
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    (version,) = {int(image.partition("-")[0].partition("3.")[2]) for image in instructions("FROM")}
    assert version >= int(oldest.partition("3.")[2])
    (user,) = instructions("USER")
    assert f"useradd --uid 10001 --no-create-home {user}" in DOCKERFILE


def test_the_image_installs_what_the_tests_use_and_checks_its_hashes() -> None:
    """A file that a registry has exchanged is refused, and nothing is installed that the lock does not name."""
    (install,) = (run for run in instructions("RUN") if "pip install" in run)
    assert "--require-hashes -r constraints.lock" in install
    assert "--no-deps --no-build-isolation ." in install
    locked = re.split(r"\n(?=\w)", (ROOT / "constraints.lock").read_text("utf-8"))[1:]
    pins = {entry.split()[0]: entry for entry in locked}
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in pins.values())
    known = (ROOT / "constraints.txt").read_text("utf-8").lower().replace("_", "-").replace(".py==", "-py==").split()
    tested = {pin for pin, entry in pins.items() if "python_version" not in entry}  # the others are for newer Pythons
    assert tested <= set(known)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    names = {re.split(r"[^\w.-]", one)[0].lower().replace(".", "-") for one in asked}
    assert names <= {pin.partition("==")[0] for pin in pins}


def test_the_database_of_the_image_is_on_its_volume() -> None:
    (volume,) = instructions("VOLUME")
    (address,) = re.findall(r"DATABASE_URL=(\S+)", DOCKERFILE)
    assert database_path(database_url(address)).parent == Path(volume)
    bot = compose()["services"]["cardroom"]
    assert bot["environment"]["DATABASE_URL"] == address
    assert bot["volumes"] == [f"data:{volume}"]
    assert "data" in compose()["volumes"]


def test_the_commands_of_the_image_exist() -> None:
    start, health = (
        json.loads(line[line.index("[") :]) for line in (*instructions("CMD"), *instructions("HEALTHCHECK"))
    )
    assert start == [*tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"], "--stay"]
    assert health[:2] == ["python", "-m"]
    assert importlib.util.find_spec(health[2]) is not None


def test_the_container_can_write_only_to_its_volume() -> None:
    bot = compose()["services"]["cardroom"]
    assert (bot["read_only"], bot["tmpfs"], bot["restart"]) == (True, ["/tmp"], "unless-stopped")
    assert bot["build"] == {"context": ".", "args": dict.fromkeys(arg.rstrip("=") for arg in instructions("ARG"))}
    assert bot["cap_drop"] == ["ALL"]
    assert bot["security_opt"] == ["no-new-privileges:true"]
    assert (ROOT / f"{bot['env_file']}.example").exists()


def test_the_two_bots_on_postgres_share_a_database_but_not_their_shards() -> None:
    services = yaml.safe_load((ROOT / "compose.postgres.yaml").read_text("utf-8"))["services"]
    bots = [services["first"]["environment"], services["second"]["environment"]]
    assert {bot["SHARD_COUNT"] for bot in bots} == {str(len(bots))}
    assert sorted(bot["SHARD_IDS"] for bot in bots) == ["0", "1"]
    (address,) = {bot["DATABASE_URL"].partition("${")[0] + "secret@database/cardroom" for bot in bots}
    assert place_of(database_url(address)) == "cardroom on database"
    for name in ("first", "second"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]


def test_prometheus_and_grafana_find_the_bot_and_their_files() -> None:
    """What is put into the containers exists, and the programs look for it where it is put."""
    services = yaml.safe_load((ROOT / "compose.monitoring.yaml").read_text("utf-8"))["services"]
    assert services.keys() >= compose()["services"].keys()
    mounts = [mount.split(":") for each in services.values() for mount in each.get("volumes", ())]
    files = {inside: ROOT / outside for outside, inside, *_ in mounts if outside.startswith("./")}
    assert [outside for outside in files.values() if not outside.is_file()] == []
    prometheus = yaml.safe_load(files["/etc/prometheus/prometheus.yml"].read_text("utf-8"))
    assert {f"/etc/prometheus/{name}" for name in prometheus["rule_files"]} <= files.keys()
    (scraped,) = prometheus["scrape_configs"]
    port = services["cardroom"]["environment"]["METRICS_PORT"]
    assert scraped["static_configs"] == [{"targets": [f"cardroom:{port}"]}]
    alerts = files["/etc/prometheus/alerts.yaml"].read_text("utf-8")
    assert set(re.findall(r'job="(\w+)"', alerts)) == {scraped["job_name"]}
    (provider,) = yaml.safe_load((ROOT / "deploy/monitoring/dashboards.yaml").read_text("utf-8"))["providers"]
    assert f"{provider['options']['path']}/cardroom.json" in files
    assert services["grafana"]["ports"] == ["127.0.0.1:3000:3000"], "only this machine can ask"


def test_the_service_runs_the_bot_with_few_privileges() -> None:
    unit = service()
    assert unit["User"] == "cardroom"
    assert unit["ExecStart"] == "/opt/cardroom/bin/cardroom"
    assert unit["WorkingDirectory"] == "/var/lib/cardroom", "the program and the games are in different places"
    database = database_path(database_url(Settings.model_fields["database_url"].default))
    assert unit["ReadWritePaths"] == str(Path(unit["WorkingDirectory"]) / database.parent)
    assert (unit["ProtectSystem"], unit["NoNewPrivileges"], unit["CapabilityBoundingSet"]) == ("strict", "yes", "")


def test_the_service_is_not_started_again_and_again() -> None:
    """Discord lets a bot of up to four shards connect that often in a day."""
    assert int(service()["RestartPreventExitStatus"]) == EXIT_PERMANENT
    assert (service("Unit")["StartLimitIntervalSec"], service("Unit")["StartLimitBurst"]) == ("1d", "200")
    assert float(service()["TimeoutStopSec"]) > LONGEST


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_understands_the_service() -> None:
    run = subprocess.run(["systemd-analyze", "verify", SERVICE], capture_output=True, text=True)
    assert [
        line for line in run.stderr.splitlines() if "Unknown" in line or "Invalid" in line or "Failed to parse" in line
    ] == []


@pytest.mark.parametrize(
    "file", ["Dockerfile", "compose.yaml", "compose.postgres.yaml", ".dockerignore", "deploy/cardroom.service"]
)
def test_no_registry_is_named(file: str) -> None:
    assert re.findall(r"https?://|--index-url|--trusted-host|docker\.io", (ROOT / file).read_text("utf-8")) == []


MANUALS = ("hosting.md", "scaling.md")


def commands_of(manual: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / manual).read_text("utf-8"), re.M | re.S)


@pytest.mark.parametrize("manual", MANUALS)
def test_the_commands_of_the_manuals_are_understood_and_name_what_exists(manual: str) -> None:
    """Updates of a service run in ``test_wheel``, what makes certificates in ``test_remote_workers``."""
    parser = argparse.ArgumentParser()
    add_commands(parser)
    (known,) = (action.choices for action in parser._actions if action.dest == "command")
    assert commands_of(manual)
    for block in commands_of(manual):
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)
        given = re.findall(r"(?:bin/cardroom|cardroom cardroom|bot\.py) ([a-z-]+)", block)
        assert [command for command in given if command not in present(known)] == []
        files = re.findall(r"(?<![/\w])(deploy/[\w.-]+|[\w.-]+\.ya?ml|constraints\.txt|\.env\.example)", block)
        assert [file for file in files if not (ROOT / file).is_file()] == []


def test_the_first_command_of_the_manual_makes_settings_that_only_their_owner_reads(tmp_path: Path) -> None:
    shutil.copy(ROOT / ".env.example", tmp_path)
    command = commands_of("hosting.md")[0].splitlines()[0]
    subprocess.run(command, shell=True, cwd=tmp_path, check=True)
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600


@pytest.mark.processes
def test_the_nightly_backup_of_the_manual_is_made_and_restored(tmp_path: Path) -> None:
    """What is left of the manual's commands needs root, Docker or a network."""
    (line,) = [block for block in commands_of("hosting.md") if block.startswith("15 4 * * *")]
    (handed_over,) = re.findall(r"cardroom (restore - < backup\.db)", "".join(commands_of("hosting.md")))
    backups, program = tmp_path / "backups", f"{sys.executable} {ROOT / 'bot.py'}"
    backups.mkdir(mode=0o700)
    old = backups / "cardroom-2020-01-01.db"
    old.touch()
    os.utime(old, (0, 0))
    nightly = line.split(maxsplit=5)[5].replace("\\%", "%").replace("/var/lib/cardroom", str(tmp_path))
    nightly = nightly.replace("/opt/cardroom/bin/cardroom", program).replace("/backups", str(backups))

    def run(command: str) -> str:
        where = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}"}
        return subprocess.run(
            command, shell=True, cwd=tmp_path, env=where, check=True, capture_output=True
        ).stdout.decode()

    run(f"{program} rebuild-ratings")  # its first start: the database is made
    run(nightly)
    (made,) = backups.iterdir()
    assert re.fullmatch(r"cardroom-\d{4}-\d\d-\d\d\.db", made.name)
    made.rename(tmp_path / "backup.db")
    assert "was restored from standard input" in run(f"{program} {handed_over}")


@pytest.mark.parametrize("document", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_the_links_of_documents_lead_somewhere(document: str) -> None:
    folder = ROOT / "docs"
    for file, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", (folder / document).read_text("utf-8")):
        target = folder / (file or document)
        assert target.exists(), file
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M)
            known = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
            assert anchor in known, (file, anchor)


def test_every_command_is_documented() -> None:
    parser = argparse.ArgumentParser()
    add_commands(parser)
    (commands,) = (action.choices for action in parser._actions if action.dest == "command")
    documented = re.findall(r"^\| `python3 bot\.py ([a-z-]+)", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.M)
    assert sorted(documented) == sorted(present(commands))


def test_the_invitation_asks_for_what_the_doctor_checks() -> None:
    (asked,) = re.findall(r"permissions=(\d+)", (ROOT / "docs" / "hosting.md").read_text("utf-8"))
    assert int(asked) == PERMISSIONS.value


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_documented(name: str) -> None:
    setting = name.upper()
    assert re.search(rf"^\| `{setting}` \|", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.M)
    assert re.search(rf"^(# )?{setting}=", (ROOT / ".env.example").read_text("utf-8"), re.M)


def test_the_example_settings_are_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every line enabled, it contains only the defaults, and examples for what is off by default."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    example = (ROOT / ".env.example").read_text("utf-8")
    (tmp_path / ".env").write_text(re.sub(r"^# ([A-Z_]+=)", r"\1", example, flags=re.M))
    examples = {
        "metrics_port": 9464,
        "backup_days": 14,
        "keep_moves_days": 730,
        "banned": "123456789012345678,234567890123456789",
        "sentry_dsn": SecretStr("https://KEY@sentry.example.org/1"),
        "shard_ids": "0-3",
        "shard_count": 16,
        "thinkers": "tls://192.168.1.20:8786",
    }
    usual = read_settings(tmp_path / "nowhere").model_copy(update=examples)
    assert read_settings(tmp_path).model_dump(exclude={"database_url"}) == usual.model_dump(exclude={"database_url"})
