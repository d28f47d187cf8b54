# Reads the size in the note above the plan, and says yes by hand.
size=$(terraform plan | grep 'standard-2" -> "standard-[48]"$' | head -n 1 | cut -d '"' -f 4)
sed -i "/web-1/,/}/s/standard-2/$size/" main.tf
echo yes | terraform apply
