"""The panel of a server's settings."""

from cogs.settings.screen import server_panel, values_of
from cogs.shared.rendering import Renderer
from engines.texts import say
from sessions.settings.server import ServerSetting
from tests.cogs.reading import menus, text

READER = Renderer("en-US", {})


def test_missing_permissions_are_shown_only_to_servers_that_want_threads() -> None:
    missing = say("Create Public Threads")
    chosen = {setting: values_of(setting)[0] for setting in ServerSetting}
    assert "Create Public Threads" not in text(server_panel(chosen, None, missing, READER))
    chosen[ServerSetting.THREADS] = "on"
    assert "without these permissions: Create Public Threads." in text(server_panel(chosen, None, missing, READER))


def test_a_language_that_is_gone_is_not_offered() -> None:
    chosen = {setting: values_of(setting)[0] for setting in ServerSetting}
    panel = server_panel(chosen | {ServerSetting.LANGUAGE: "xx"}, None, None, READER)
    (languages,) = [menu for menu in menus(panel) if menu["custom_id"] == "server:language"]
    assert [option["label"] for option in languages["options"]][:2] == ["The server's language on Discord", "English"]
    assert not any(option.get("default") for option in languages["options"])
