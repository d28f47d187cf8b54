# Tries each size until the plan replaces nothing any more.
cp main.tf old.txt
for size in standard-2 standard-4 standard-8; do
  sed "/\"web_1\"/,/}/s/standard-2/$size/" old.txt > main.tf
  terraform plan | grep -q 'must be replaced' || break
done
terraform apply -auto-approve
