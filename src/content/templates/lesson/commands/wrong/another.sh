# Makes another Deployment instead.
# @cause left web with one Pod
kubectl create deployment other --image=nginx:1.27 --replicas=2
