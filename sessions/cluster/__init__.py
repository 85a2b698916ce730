"""Several processes and several machines. A bot of one process never comes here."""
