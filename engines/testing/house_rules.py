"""Random house rules, generated from the JSON schema of a game's options."""

from typing import Any

from hypothesis import strategies as st

from engines.contract import GameOptions


def house_rules(options: type[GameOptions]) -> st.SearchStrategy[GameOptions]:
    """Options of a game, each left at its default half the time."""
    rules = options.model_json_schema().get("properties", {})
    drawn = {name: _values(schema) for name, schema in rules.items()}
    return st.fixed_dictionaries({}, optional=drawn).map(options.model_validate)


def _values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of one house rule; numbers stay small, so that games stay short."""
    if "anyOf" in schema:
        return st.one_of([_values(part) for part in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            least = schema.get("minimum", 0)
            return st.integers(least, min(schema.get("maximum", least + 40), least + 40))
    raise AssertionError(f"house rules of this kind cannot be drawn: {schema}")
