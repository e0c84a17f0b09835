"""Plans, batches and sessions, the arrays that they accept, and wisdom."""
