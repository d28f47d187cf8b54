# Asks one machine, which may be one of those that are lost.
# @cause lost what a member still had
file=backup.db
etcdctl snapshot save left.db && file=left.db
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
