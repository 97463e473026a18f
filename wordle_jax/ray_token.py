"""The token that clusters of Ray ask for, which Ray itself does not show to a cluster that an address names."""

import os
from pathlib import Path


def show_ray_token() -> None:
    """Let this process, and those that it starts, show the token that there is, if there is one.

    To be called before Ray is imported, which looks at the environment then. What RAY_AUTH_MODE says counts.
    """
    variables = [os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")]
    # As `ray start --head` looks for one, and then asks everybody for it.
    if any(variables) or Path("~/.ray/auth_token").expanduser().is_file():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
