# Asks for nine Pods.
# @cause asked for too many
kubectl scale deployment web --replicas=9
kubectl rollout status deployment web --timeout=60s
