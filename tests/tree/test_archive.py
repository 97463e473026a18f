"""A file is believed only if it is whole and about the question at hand."""

import numpy as np
import pytest

from wordle_jax.errors import UserError
from wordle_jax.tree.archive import UnusableError, load_arrays, save_arrays

ARRAYS = {
    "whole": np.arange(6, dtype=np.int32).reshape(2, 3),
    "few": np.array([3, 1], np.uint16),
    "same": np.array([3, 1], np.uint16),
    "none": np.zeros((0, 2), np.int64),
}


def edit_arrays(path, edit):
    """Change the arrays of an archive as one does who knows numpy and nothing else."""
    with np.load(path) as stored:
        parts = dict(stored)
    edit(parts)
    np.savez_compressed(path, **parts)


def refuse(path, question="what?"):
    with pytest.raises(UnusableError) as refused:
        load_arrays(path, question)
    return str(refused.value)


@pytest.fixture
def path(tmp_path):
    save_arrays(tmp_path / "file.npz", "what?", ARRAYS)
    return tmp_path / "file.npz"


def test_arrays_come_back(path):
    loaded = load_arrays(path, "what?")
    assert loaded.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert (loaded[name].dtype, loaded[name].shape) == (array.dtype, array.shape)
        assert np.array_equal(loaded[name], array)
    before = path.read_bytes()
    save_arrays(path, "what?", ARRAYS)
    assert path.read_bytes() == before
    edit_arrays(path, lambda parts: None)
    assert load_arrays(path, "what?").keys() == ARRAYS.keys()


def swap_names(parts):
    parts["few"], parts["whole"] = parts["whole"], parts["few"]


@pytest.mark.parametrize(
    "edit",
    [
        lambda parts: parts.update(few=np.array([3, 2], np.uint16)),
        lambda parts: parts.update(few=parts["few"].astype(np.int32)),
        lambda parts: parts.update(few=parts["few"].view(np.int16)),
        lambda parts: parts.update(whole=parts["whole"].reshape(3, 2)),
        lambda parts: parts.update(none=np.zeros((0, 3), np.int64)),
        lambda parts: parts.update(more=np.zeros(1)),
        lambda parts: parts.update(renamed=parts.pop("few")),
        lambda parts: parts.pop("few"),
        lambda parts: parts.pop("sha256"),
        lambda parts: parts.update(sha256=parts["sha256"][::-1]),
        lambda parts: parts.update(question=np.frombuffer(b"that?", np.uint8)),
        swap_names,
    ],
)
def test_edited_arrays_are_refused(edit, path):
    edit_arrays(path, edit)
    assert refuse(path) == "is damaged"


def test_damaged_files_are_refused(path):
    content = path.read_bytes()
    for damaged in (b"", content[:-100], content[: len(content) // 2], b"x" * 99):
        path.write_bytes(damaged)
        assert refuse(path) == "is damaged"
    for at in range(0, len(content), 7):
        path.write_bytes(content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :])
        try:  # a byte that says nothing of the arrays, such as the time of writing, may be any
            loaded = load_arrays(path, "what?")
        except UnusableError:
            continue
        assert all(np.array_equal(loaded[name], array) for name, array in ARRAYS.items())


def test_what_cannot_be_read_is_told_from_what_is_another_question(path):
    assert refuse(path, "that?") == "is about another question"
    assert refuse(path.with_name("none.npz")) == "cannot be read"
    with pytest.raises(UserError, match="cannot be written"):
        save_arrays(path / "below.npz", "what?", ARRAYS)
