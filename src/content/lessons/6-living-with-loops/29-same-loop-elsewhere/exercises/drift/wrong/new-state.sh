# Begins with an empty state, so that no old size is in it.
# @cause lost the state
size=$(converge cloud show machine web-1 | sed -n 's/.*"instanceType": "\(.*\)".*/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
rm terraform.tfstate
terraform init
terraform apply -auto-approve
