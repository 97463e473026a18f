"""Says in one line what is wrong with a configuration, and what would be right."""

import re
from pathlib import Path
from typing import Any

from hydra.core.config_loader import ConfigLoader
from hydra.errors import MissingConfigException, OverrideParseException
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import (
    ConfigAttributeError,
    ConfigKeyError,
    GrammarParseError,
    MissingMandatoryValue,
    OmegaConfBaseException,
)

from wordle_jax.errors import UserError, first_line
from wordle_jax.schema import did_you_mean, find_close

# What a value may hold without quotes (Hydra's override grammar).
_PLAIN_VALUE = re.compile(r"[\w/\\+.$%*@?|-]+", re.ASCII)


def explain_composition(error: Exception, loader: ConfigLoader, config_name: str, overrides: list[str]) -> str:
    """Return what is wrong when a configuration cannot be composed from these overrides."""
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, OverrideParseException):
        return _explain_grammar(error)
    if isinstance(error, MissingConfigException):
        return _explain_missing_config(error, loader, overrides)
    mark = getattr(error, "problem_mark", None)
    if mark is not None:  # an error of YAML, which knows its place
        return f"{mark.name}, line {mark.line + 1}: {getattr(error, 'problem', error)}"
    if isinstance(error, UnicodeDecodeError | RecursionError | GrammarParseError):
        return f"{_find_broken_file(loader, error)} cannot be read: {first_line(error)}"
    nameless = next((text for text in overrides if text.startswith("=")), None)
    if nameless:
        return f"{nameless!r} is not of the form key=value, as in noise=0.1"
    text, cause = str(error), error.__cause__
    unknown = re.match(r"Could not override '(.*)'", text)
    # The second is what Hydra says of a group that this command does not have.
    if unknown and (isinstance(cause, ConfigKeyError | ConfigAttributeError) or "No match in the defaults" in text):
        return _explain_unknown_key(unknown[1], loader, config_name, overrides)
    ambiguous = re.match(r"Ambiguous value for argument '(.*)'", text)
    if ambiguous:
        key, _, value = ambiguous[1].partition("=")
        return (
            f"{ambiguous[1]}: a comma makes a sweep; add -m to run each value, "
            f"or write {key}=[{value}] for a list, '{key}=\"{value}\"' for one text"
        )
    sweep = re.match(r"Sweep parameters '(.*)' requires", text)
    if sweep:
        return f"{sweep[1]}: a sweep needs the flag -m"
    if text.startswith("Config group override must be a string"):
        odd = [text for text in overrides if loader.get_group_options(text.partition("=")[0])]
        return f"{' '.join(odd)}: a group takes the name of one of its options, as in solver=random"
    merged = re.match("Error merging override (.*)", text)
    if isinstance(cause, OmegaConfBaseException):
        return f"{merged[1]}: {first_line(cause)}" if merged else explain_value(cause)
    return explain_value(error) if isinstance(error, OmegaConfBaseException) else condense(error)


def explain_value(error: OmegaConfBaseException) -> str:
    """Return what is wrong with a value of a configuration that could be composed."""
    if isinstance(error, MissingMandatoryValue):
        return f"{error.full_key} has no value; give it, as in {error.full_key}=VALUE"
    return f"{error.full_key}: {first_line(error)}" if error.full_key else first_line(error)


def _explain_grammar(error: OverrideParseException) -> str:
    override, first, *rest = error.override, *error.message.splitlines()
    key, equal, value = override.partition("=")
    if "LexerNoViableAlt" in first:
        # A line below holds a caret under the character that no token can begin with.
        caret = next(line for line in rest if line.strip() == "^")
        position = caret.index("^") - len("LexerNoViableAltException: ")
        character = override[position]
        if character in "'\"":
            return f"{override}: the quote {character} is not closed"
        if position < len(key):
            return f"{override}: {character!r} cannot be part of a key; write key=value, as in noise=0.1"
        return f"{override}: a value with {character!r} needs quotes: '{key}={_quote_words(value)}'"
    if not equal or not key:
        return f"{override!r} is not of the form key=value; a value with blanks needs quotes: 'key=\"a b\"'"
    problem = (rest[0] if first.startswith("Error parsing") else first).partition(" expecting ")[0]
    if value.startswith(("[", "{")):
        return f"{override}: {problem}; a list is written {key}=[a,b], with every bracket closed"
    return f"{override}: {problem}; special characters need quotes: '{key}={_quote_words(value, whole=True)}'"


def _quote_words(value: str, whole: bool = False) -> str:
    """Return the value with double quotes around what needs them, the words of a list one by one."""
    if whole or not value.startswith("["):
        return f'"{value}"'

    def quote(word: re.Match[str]) -> str:
        return word[0] if _PLAIN_VALUE.fullmatch(word[0]) else f'"{word[0]}"'

    return re.sub(r"""[^\[\],\s"']+""", quote, value)


def _explain_missing_config(error: MissingConfigException, loader: ConfigLoader, overrides: list[str]) -> str:
    missing = error.missing_cfg_file or ""
    group, slash, name = missing.rpartition("/")
    if not missing:
        return condense(error)
    if not slash:
        folders = [source.path for source in loader.get_sources() if source.scheme() == "file"]
        return f"there is no config {missing!r} in {' or '.join(folders)}"
    named_by = re.match(r"In '([^']*)'", str(error))
    asked = rf"\+*{re.escape(group)}(@[^=]*)?=.*{re.escape(name)}"
    typed = any(re.match(asked, text) for text in overrides)
    where = f"{group}={name}" if typed or not named_by else f"{group}: {name}, in the defaults of {named_by[1]}"
    options = list(error.options or loader.get_group_options(group))
    if not options:
        return f"{where}: there is no group {group}"
    if missing == "hydra/launcher/ray":
        return f"{where}: the extra is not installed that brings this launcher: pip install '.[launcher]'"
    close = did_you_mean(find_close(name, options))
    return f"{where}: {name!r} is not in the group {group}{close}; choose one of {', '.join(options)}"


def _explain_unknown_key(key: str, loader: ConfigLoader, config_name: str, overrides: list[str]) -> str:
    override = next((text for text in overrides if text.partition("=")[0] == key), key)

    def compose(asked: list[str]) -> DictConfig:
        return loader.load_configuration(config_name, asked, RunMode.MULTIRUN, validate_sweep_overrides=False)

    # Values may be wrong, but Hydra chooses the groups first and has found them right.
    known = compose([]).hydra.runtime.choices
    config = compose([text for text in overrides if re.split("[@=]", text)[0].lstrip("+~") in known])
    groups = [group for group in known if "/" not in group and "@" not in group]
    if key.partition(".")[0] == "hydra":
        valid = _list_keys(config.hydra, "hydra.")
    else:
        valid = [k for k in _list_keys(config) if k.partition(".")[0] != "hydra"] + groups
    parent, _, leaf = key.rpartition(".")
    while parent and parent not in valid and parent != "hydra":
        parent = parent.rpartition(".")[0]
    siblings = {_leaf(k): k for k in valid if k.rpartition(".")[0] == parent}
    if parent and not siblings:
        return f"{override}: {parent} is a single value and has no keys below it"
    close = [siblings[name] for name in find_close(leaf, list(siblings))]
    if not close:
        near = find_close(leaf, [_leaf(k) for k in valid])[:1]
        close = [k for k in valid if _leaf(k) in near][:2]
    listing = f"{parent} has the keys" if parent else "the keys are"
    return f"{override}: there is no key {key}{did_you_mean(close)}; {listing} {', '.join(siblings)}"


def _leaf(key: str) -> str:
    return key.rpartition(".")[2]


def _list_keys(node: Any, prefix: str = "") -> list[str]:
    keys = []
    for key, value in node.items_ex(resolve=False):
        keys.append(f"{prefix}{key}")
        if isinstance(value, DictConfig) and not (value._is_none() or value._is_missing() or value._is_interpolation()):
            keys += _list_keys(value, f"{prefix}{key}.")
    return keys


def _find_broken_file(loader: ConfigLoader, error: Exception) -> str:
    """Return the name of a configuration file that cannot be loaded by itself; Hydra does not say which it is."""
    for source in loader.get_sources():
        if source.scheme() == "file":
            for path in sorted(Path(source.path).rglob("*.yaml")):
                try:
                    OmegaConf.to_yaml(OmegaConf.load(path))
                except Exception as own:
                    if type(own) is type(error):
                        return str(path)
    return "a configuration file"


def condense(error: Exception) -> str:
    """Return the message of an error of Hydra in one line, without what only its developers need."""
    text = str(error) or type(error).__name__
    for tail in ("Config search path:", "Search path:", "See https://"):
        text = text.partition(tail)[0]
    return " ".join(text.split())
