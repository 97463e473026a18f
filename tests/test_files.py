"""What is missing or damaged is told in one line that names the file."""

from pathlib import Path

import pytest

from wordle_jax.errors import UserError
from wordle_jax.files import ANY, NUMBER, TEXT, read_json, read_yaml

SHAPE = {"name": TEXT, "games": int, "by": {"first": NUMBER, ANY: [str]}, "rows": [{"a": bool}]}


def write(folder: Path, text: str) -> Path:
    path = folder / "file"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    return path


@pytest.mark.parametrize("read", [read_json, read_yaml])
def test_what_has_the_shape_is_read(read, tmp_path: Path) -> None:
    text = '{"name": null, "games": 3, "by": {"first": 1.5, "second": ["x"]}, "rows": [{"a": true}, {}], "more": [1]}'
    content = read(write(tmp_path, text), SHAPE)
    assert content == {
        "name": None,
        "games": 3,
        "by": {"first": 1.5, "second": ["x"]},
        "rows": [{"a": True}, {}],
        "more": [1],
    }


@pytest.mark.parametrize("read", [read_json, read_yaml])
@pytest.mark.parametrize("keys", [("nothing",), ("by", "first"), ("rows", 0, "a")])
def test_a_key_that_is_missing_names_the_file(read, keys: tuple[str | int, ...], tmp_path: Path) -> None:
    path = write(tmp_path, '{"by": {}, "rows": [{}]}')
    found = read(path, SHAPE)
    for key in keys[:-1]:
        found = found[key]
    with pytest.raises(UserError) as refusal:
        found[keys[-1]]
    told = f"{path} lacks {keys[-1]!r}: it is damaged, or of another version of this program"
    assert str(refusal.value) == told


@pytest.mark.parametrize("read", [read_json, read_yaml])
@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("[]", "its content"),
        ("3", "its content"),
        ("null", "its content"),
        ('"text"', "its content"),
        ('{"games": "3"}', "the value of games"),
        ('{"games": null}', "the value of games"),
        ('{"by": []}', "the value of by"),
        ('{"by": {"first": "x"}}', "the value of by.first"),
        ('{"by": {"second": [1]}}', "the value of by.second.1"),
        ('{"rows": {}}', "the value of rows"),
        ('{"rows": [{}, {"a": 1}]}', "the value of rows.2.a"),
    ],
)
def test_another_shape_is_told_with_its_place(read, text: str, where: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UserError) as refusal:
        read(path, SHAPE)
    assert str(refusal.value) == f"{path} is damaged, or of another version of this program: {where} is of another kind"


@pytest.mark.parametrize(("read", "format"), [(read_json, "JSON"), (read_yaml, "YAML")])
def test_what_cannot_be_read_names_the_file(read, format: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(UserError, match=r"file cannot be read: No such file or directory"):
        read(path)
    with pytest.raises(UserError, match=f"file is damaged: it is no {format}"):
        read(write(tmp_path, "{"))
    with pytest.raises(UserError, match=r"file is damaged: it is no text in UTF-8"):
        read(write(tmp_path, "\udcff"))
