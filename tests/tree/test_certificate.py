"""A certificate of a true bound holds, and no other does."""

from dataclasses import replace

import numpy as np
import pytest
from worlds import tiny_lexicon, tiny_world

from wordle_jax.errors import UserError
from wordle_jax.rules import Rules
from wordle_jax.tree.certificate import (
    Certificate,
    hash_weights,
    load_certificate,
    make_certificate,
    save_certificate,
)
from wordle_jax.tree.check import verify_certificate
from wordle_jax.tree.search import Found, SearchConfig, prepare_search, search_tree, weigh_answers

WORLDS = ("five", "three", "accented")


def certify(lexicon, world, opener=None, prior="uniform"):
    """The certificate of the optimum."""
    config = SearchConfig("total", prior=prior, exact=True)
    searcher, found = prepare_search(world, Rules(), config), Found()
    search_tree(searcher, Rules(), config, opener, found)
    assert found.is_optimal
    assert found.follows_without_limit
    return make_certificate(searcher, lexicon, opener, prior, found.lower_bound)


def check(certificate, lexicon, world):
    verify_certificate(certificate, lexicon, world, weigh_answers(world, certificate.prior))


@pytest.mark.parametrize("prior", ["uniform", "frequency"])
@pytest.mark.parametrize("name", WORLDS)
def test_optimum_is_certified_and_no_more(name, prior):
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    certificate = certify(lexicon, world, prior=prior)
    check(certificate, lexicon, world)
    with pytest.raises(UserError, match="the certificate fails: it does not follow that"):
        check(replace(certificate, lower_bound=certificate.lower_bound + 1), lexicon, world)


def test_optimum_with_an_opener_is_certified_and_no_more(english, english_world):
    salet = english.guess_index["salet"]
    certificate = certify(english, english_world, salet)
    assert (certificate.opener, certificate.lower_bound) == ("salet", 7920)
    assert len(certificate.lower) > 10
    check(certificate, english, english_world)
    for spoiled in (replace(certificate, lower=certificate.lower + 1), replace(certificate, opener="trace")):
        with pytest.raises(UserError, match="the certificate fails: it does not follow that"):
            check(spoiled, english, english_world)
    # Every claim is needed, or was on the way to one that is: without any, the bound does not follow.
    none = replace(
        certificate, members=certificate.members[:0], offsets=certificate.offsets[:1], lower=certificate.lower[:0]
    )
    with pytest.raises(UserError, match="the certificate fails: it does not follow that salet costs 7920"):
        check(none, english, english_world)


def test_what_is_saved_is_loaded(tmp_path):
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    certificate, path = certify(lexicon, world, prior="frequency"), tmp_path / "certificate.npz"
    save_certificate(certificate, path)
    first = path.read_bytes()
    again = load_certificate(path, lexicon)
    for name, value in vars(certificate).items():
        assert np.array_equal(getattr(again, name), value)
    save_certificate(again, path)
    assert path.read_bytes() == first
    with pytest.raises(UserError, match="belongs to another lexicon"):
        load_certificate(path, tiny_lexicon("five"))
    path.write_bytes(first[:-40])
    with pytest.raises(UserError, match="is not a certificate of this program, or damaged"):
        load_certificate(path, lexicon)
    with pytest.raises(UserError, match="cannot be read"):
        load_certificate(tmp_path / "none.npz", lexicon)


def test_other_weights_are_refused():
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    certificate = certify(lexicon, world)
    with pytest.raises(UserError, match="about other weights"):
        verify_certificate(certificate, lexicon, world, weigh_answers(world, "frequency"))


@pytest.mark.parametrize(
    ("members", "offsets"),
    [
        ([0, 1, 2], [0, 2]),  # more members than sets
        ([0, 1, 2], [1, 3]),
        ([0, 1], [0, 2]),  # so small a set needs no claim
        ([0, 2, 1], [0, 3]),
        ([0, 0, 1], [0, 3]),
        ([0, 1, 99], [0, 3]),
        ([0, 1, 2, 3, 0, 1, 2], [0, 4, 7]),  # a large set before a small one
    ],
)
def test_claims_must_be_sets_of_answers_small_ones_first(members, offsets):
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    weight = weigh_answers(world, "uniform")
    sets = np.array(members, np.uint16), np.array(offsets, np.int64)
    certificate = Certificate(
        lexicon.digest, None, "uniform", hash_weights(weight), 16, *sets, np.full(len(offsets) - 1, 3, np.int64)
    )
    with pytest.raises(UserError, match="its claims are no sets of answers, small ones first"):
        verify_certificate(certificate, lexicon, world, weight)
