# Changes the file for the repair only: afterwards it is as it was.
# @cause left the old size in the file
cp main.tf old.txt
terraform apply -refresh-only -auto-approve
size=$(terraform state show converge_machine.web_1 | sed -n 's/.*instance_type = "\(.*\)"/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
terraform apply -auto-approve
cp old.txt main.tf
