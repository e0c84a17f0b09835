"""Jobs: batches in host memory or files, divided into chunks for one or several devices."""
