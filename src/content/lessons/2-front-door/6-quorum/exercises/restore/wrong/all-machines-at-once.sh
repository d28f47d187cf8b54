# Asks all three machines in one command, which fails where one of them is lost.
# @cause lost what a member still had
file=backup.db
etcdctl --endpoints=etcd-0:2379,etcd-1:2379,etcd-2:2379 snapshot save left.db && file=left.db
etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted
