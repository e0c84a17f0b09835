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


def _declaration(name: str, function: Any) -> str:
    signature = inspect.signature(function)
    parts: list[str] = []
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = "" if each.default is each.empty else f" = {each.default!r}"
        parts.append(f"{each.name}: {each.annotation}{default}")
    return f"def {name}({', '.join(parts)}) -> {signature.return_annotation}: ..."


def stub(module: Any) -> str:
    """The text of the stub file of a module that postpones its annotations, for type checkers."""
    lines = ["from typing import Any, NamedTuple, Sequence", "", "import numpy as np", ""]
    for name in module.__all__:
        each = getattr(module, name)
        if not isinstance(each, type):
            lines.append(_declaration(name, each))
            continue
        lines.append(f"class {name}(NamedTuple):")
        for field, text in each.__annotations__.items():
            hides = "  # type: ignore[assignment]" if hasattr(tuple, field) else ""
            lines.append(f"    {field}: {getattr(text, '__forward_arg__', text)}{hides}")
        lines.append("")
    return "\n".join(lines) + "\n"
