# Applies only where the plan destroys nothing, and looks again until nothing is left.
size() {
  grep -A 12 '"name": "web_1"' terraform.tfstate | grep instance_type | cut -d '"' -f 4
}
echo yes | terraform apply -refresh-only
sed -i "/name .*web-1/,/}/s/standard-2/$(size)/" main.tf
for time in 1 2 3; do
  terraform plan -detailed-exitcode > plan.txt && break
  grep -q ' 0 to destroy' plan.txt && terraform apply -auto-approve
done
