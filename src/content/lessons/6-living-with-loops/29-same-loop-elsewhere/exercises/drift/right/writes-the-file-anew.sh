# Writes the machine into a file of its own, with what the state says after a refresh.
terraform refresh
size=$(terraform show | grep -A 8 'converge_machine.web_1:' | grep instance_type | cut -d '"' -f 2)
sed -i '/"web_1"/,/^}/d' main.tf
cat > web-1.tf <<END
resource "converge_machine" "web_1" {
  name          = "web-1"
  zone          = "converge-1a"
  instance_type = "$size"
}
END
terraform validate && terraform apply -auto-approve
