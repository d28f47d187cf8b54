# backup.db is yesterday's snapshot.
# The member that is left, if one is:

# Restore on all three machines:

