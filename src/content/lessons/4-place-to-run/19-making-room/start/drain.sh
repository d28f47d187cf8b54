# Room for shop, wherever it has to go:

# A second db, before the first one goes:

# Empty node-2:

# db with one Pod again:

