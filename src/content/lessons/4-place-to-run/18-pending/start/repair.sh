# huge:

# fast:

# front:

# db:

# arch:

# gated:

# lost:

# many, in the namespace team:

