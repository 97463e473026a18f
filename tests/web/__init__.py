import pytest

pytest.register_assert_rewrite("web.page")
