# Undoes the changes where they were made.
# @cause changed the cloud in its console
size=$(converge cloud show machine web-1 | sed -n 's/.*"instanceType": "\(.*\)".*/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
converge cloud edit balancer web targets=web-1,web-2 listeners=80:30080/TCP
converge cloud edit machine web-2 power=on
terraform apply -auto-approve
