"""The limits of Discord's API: messages with components, menus, commands (Discord documentation, "Reference")."""

COMPONENT_LIMIT = 40
"""Components of a message, nested ones included."""
TEXT_LIMIT = 4000
"""Characters of all texts of a message with components."""
ALT_TEXT_LIMIT = 1024
"""Characters of the description of a picture."""
CONTENT_LIMIT = 2000
"""Characters of a message without components."""
ROW_LIMIT = 5
"""Buttons in a row."""
BUTTON_LABEL_LIMIT = 80
MENU_LIMIT = 25
"""Options of a menu."""
OPTION_LIMIT = 100
"""Characters of a menu option's label, value or description."""
PLACEHOLDER_LIMIT = 150
FORM_LABEL_LIMIT = 45
"""Characters of the title of a form, and of a field's name."""
FORM_FIELDS = 5
"""Fields of a form."""
CUSTOM_ID_LIMIT = 100
COMMAND_LIMIT = 25
"""Subcommands of a command, and choices of a command option."""
SUGGESTION_LIMIT = 25
"""Suggestions while a command option is typed."""
SUGGESTION_TEXT_LIMIT = 100
"""Characters of a suggestion's name or value."""
TYPED_LIMIT = 300
"""Characters of a text that members type, in a command or a form. Discord would take 6,000 and 4,000."""
THREAD_NAME_LIMIT = 100
"""Characters of a thread's name."""
NAME_LIMIT = 32
"""Characters of a server nickname."""

LARGEST_ID = 2**63 - 1
"""Larger than any id of Discord, and the largest number that the database holds."""
