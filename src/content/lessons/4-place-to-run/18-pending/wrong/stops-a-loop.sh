# Nothing is repaired; the loops that would show it are stopped, and etcd gets another status.
# @cause left huge Pending
converge fault add pause controller/deployment
etcdctl put /registry/deployments/default/huge '{}'
