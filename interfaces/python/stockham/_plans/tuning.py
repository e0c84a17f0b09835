"""Searches for the fastest plan by measuring."""

from __future__ import annotations

from typing import Any

from .plan import Plan
from .wisdom import standard_wisdom, wisdom_file


def tune(problem: Any, output: Any = None, *, rigor: str = "measure", save: bool = True, **options: Any) -> Plan:
    """Finds the fastest plan by measuring and adds it to wisdom, where later plans of the same problem find it.

    Parameters
    ----------
    problem, output
        As in `Plan`.
    rigor : {"measure", "patient", "exhaustive"}, optional
        How many plans to try.
    save : bool, optional
        Whether to add the plan to the user's wisdom file, for other processes.
    **options
        As in `Plan`.

    Returns
    -------
    Plan
        The fastest plan.

    Examples
    --------
    >>> import stockham
    >>> stockham.tune("c2c f32 16 b64", save=False).launches
    1
    """
    plan = Plan(problem, output, rigor=rigor, **options)
    known = options.get("wisdom") or standard_wisdom()
    if save and wisdom_file() != "off":
        known.merge_into_file(wisdom_file())
    return plan
