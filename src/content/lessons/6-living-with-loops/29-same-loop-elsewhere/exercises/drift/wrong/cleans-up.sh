# Repairs, and gives back what isn't in the file.
# @cause touched a machine of someone else
terraform apply -refresh-only -auto-approve
size=$(terraform state show converge_machine.web_1 | sed -n 's/.*instance_type = "\(.*\)"/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
terraform apply -auto-approve
converge cloud delete machine batch-1
