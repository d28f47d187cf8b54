# Rents a third machine of the new size, so that web-1 may stay as it is.
# @cause rented more than the shop needs
terraform apply -refresh-only -auto-approve
size=$(terraform state show converge_machine.web_1 | sed -n 's/.*instance_type = "\(.*\)"/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
cat >> main.tf <<END
resource "converge_machine" "web_3" {
  name          = "web-3"
  zone          = "converge-1a"
  instance_type = "$size"
}
END
terraform apply -auto-approve
