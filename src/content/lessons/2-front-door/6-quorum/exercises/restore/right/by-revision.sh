# Takes the file with the greatest revision.
export ETCDCTL_API=3
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save $member.db 2> /dev/null
done
newest=backup.db
most=0
for file in backup.db etcd-0.db etcd-1.db etcd-2.db; do
  revision=$(etcdutl snapshot status $file 2> /dev/null | cut -d, -f 2)
  if [ "${revision:-0}" -gt "$most" ]; then
    newest=$file
    most=$revision
  fi
done
etcdutl snapshot restore $newest --bump-revision 1000000000 --mark-compacted
