# Restores at the file's revision, and writes until it has passed what controllers have seen.
# @cause left controllers waiting for old revisions
file=backup.db
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 snapshot save left.db && file=left.db
done
etcdutl snapshot restore $file
sleep 5
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
  kubectl create configmap count-$number --from-literal=a=1
done
