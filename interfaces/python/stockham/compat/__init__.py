"""The interfaces of other packages, as replacements at import: ``stockham.compat.pyvkfft`` and ``stockham.compat.gpyfft``."""
