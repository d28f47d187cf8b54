# Room for a Pod of shop on another node:

# A second db, before the first one goes:

# Empty node-2:

# db with one Pod again:

