# Reads the size in the console, and lets the apply look at the cloud by itself.
size=$(converge cloud show machine web-1 | grep instanceType | cut -d '"' -f 4)
sed -i "0,/standard-2/s//$size/" main.tf
terraform apply -auto-approve
