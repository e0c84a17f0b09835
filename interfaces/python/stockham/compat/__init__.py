"""Other packages' interfaces: ``stockham.compat.pyvkfft`` and ``stockham.compat.gpyfft``, by a changed import."""
