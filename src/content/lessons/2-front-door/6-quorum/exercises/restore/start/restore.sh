# backup.db is yesterday's snapshot. Which machine has more?
for member in etcd-0 etcd-1 etcd-2; do
  etcdctl --endpoints=$member:2379 endpoint status
done

# Restore on all three machines, from the file that holds the most:

