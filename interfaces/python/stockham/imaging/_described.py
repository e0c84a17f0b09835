"""Keywords of functions whose options the C++ library describes in a table."""

from __future__ import annotations

import inspect
from typing import Any, Callable, TypeVar

from .. import _stockham

_Function = TypeVar("_Function", bound=Callable[..., Any])
_TYPES = {"bool": "bool", "int": "int", "float": "float", "word": "str", "floats": "Sequence[float]",
          "pairs": "Sequence[tuple[float, float]]"}


def described(function: _Function) -> _Function:
    """Gives a function with ``**options`` the keywords of its table: in its signature, and for {options} in its docstring."""
    rows = getattr(_stockham, function.__name__ + "_options")()
    signature = inspect.signature(function)
    plain = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    keywords, lines = [], []
    for name, text, kind, value in rows:
        annotation = _TYPES[kind] + (" | None" if value is None else "")
        keywords.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=annotation))
        lines += [f"{name} : {annotation}, optional", f"    {text}."]
    function.__signature__ = signature.replace(parameters=plain + keywords)  # type: ignore[attr-defined]
    function.__doc__ = (function.__doc__ or "").replace("{options}", "\n    ".join(lines))
    return function


def stub(module: Any) -> str:
    """The text of the module's stub file."""
    lines = ['"""Written by tests/test_stubs.py --write from the tables of the C++ library."""', "",
             "from typing import Any, NamedTuple, Sequence", ""]
    for name in module.__all__:
        each = getattr(module, name)
        if isinstance(each, type):
            lines += [f"class {name}(NamedTuple):"] + [f"    {key}: {text}" for key, text in each.__annotations__.items()]
        else:
            lines += [f"def {name}{inspect.signature(each)}: ...".replace("'", "")
                      .replace("boundary: str = reflect", "boundary: str = 'reflect'")]
    return "\n".join(lines) + "\n"
