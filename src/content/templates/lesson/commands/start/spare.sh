# Yours: at least one Pod of web stays ready when a node is lost.
kubectl get deployment web
