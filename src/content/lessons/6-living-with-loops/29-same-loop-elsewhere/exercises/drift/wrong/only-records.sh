# Writes what has changed into the state, and the size into the file. The rest stays as it is.
# @cause left the cloud as it was changed
terraform apply -refresh-only -auto-approve
size=$(terraform state show converge_machine.web_1 | sed -n 's/.*instance_type = "\(.*\)"/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
terraform plan
