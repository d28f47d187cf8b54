# Restores the backup, although a member may have more.
# @cause lost what a member still had
etcdutl snapshot restore backup.db --bump-revision 1000000000 --mark-compacted
