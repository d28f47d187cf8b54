# What changed in the cloud goes into the state. The cloud stays.
terraform apply -refresh-only -auto-approve
# The size of web-1 is wanted: it goes into the file as well.
size=$(terraform state show converge_machine.web_1 |
  sed -n 's/.*instance_type = "\(.*\)"/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
# Now the plan destroys nothing, and brings the rest back.
terraform plan
terraform apply -auto-approve
