"""What several features use: controls, responses, rendering, and parts of screens."""
