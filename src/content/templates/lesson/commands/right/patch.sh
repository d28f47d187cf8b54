# By a patch, and with one more.
kubectl patch deployment web -p '{"spec":{"replicas":3}}'
kubectl rollout status deployment web --timeout=60s
