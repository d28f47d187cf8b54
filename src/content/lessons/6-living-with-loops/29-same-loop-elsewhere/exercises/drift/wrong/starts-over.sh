# Gives everything back and rents it again, with the new size.
# @cause took the load balancer away
terraform apply -refresh-only -auto-approve
size=$(terraform state show converge_machine.web_1 | sed -n 's/.*instance_type = "\(.*\)"/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
terraform destroy -auto-approve
terraform apply -auto-approve
