"""Claims survive being packed, and the order they came in leaves no trace."""

import numpy as np

from wordle_jax.tree.claims import NEVER, Subject, add_claims, pack_claims, unpack_claims


def subject(members, left, *path):
    return Subject(np.array(members, np.uint16).tobytes(), left, path)


CLAIMS = {
    subject([3, 5, 300, 301], 2, (7, 11), (9, 0)): NEVER,
    subject([0, 1, 2], 3): 6,
    subject([0, 1, 2], 2): NEVER,
    subject([1, 2, 3], 3, (7, 11)): 5,
}


def test_what_is_packed_is_unpacked():
    packed = pack_claims(CLAIMS)
    assert unpack_claims(packed) == CLAIMS
    assert packed["offsets"].tolist() == [0, 3, 6, 9, 13]
    assert packed["lower"].tolist() == [NEVER, 6, 5, NEVER]
    assert packed["path"].tolist() == [0, 0, 1, 2]
    assert packed["ends"].tolist() == [0, 0, 1, 3]
    assert unpack_claims(pack_claims({})) == {}


def test_order_leaves_no_trace():
    packed, again = pack_claims(CLAIMS), pack_claims(dict(reversed(CLAIMS.items())))
    for name, array in packed.items():
        assert np.array_equal(again[name], array)
        assert again[name].dtype == array.dtype


def test_the_stronger_claim_stays():
    claims = {subject([0, 1, 2], 3): 6}
    add_claims(claims, {subject([0, 1, 2], 3): 5, subject([0, 1, 3], 3): 5})
    add_claims(claims, {subject([0, 1, 3], 3): 6})
    assert claims == {subject([0, 1, 2], 3): 6, subject([0, 1, 3], 3): 6}
