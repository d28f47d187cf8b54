# A function that restores and ends the file; the old name of the program.
restore() {
  etcdctl snapshot restore "$1" --bump-revision 1000000000 --mark-compacted
  exit $?
}
for number in 2 1 0; do
  etcdctl --endpoints=http://etcd-$number:2379 snapshot save "from-$number.db" && restore "from-$number.db"
done
restore backup.db
