# Puts everything back to the file, the wanted size as well.
# @cause destroyed a machine that was there
terraform apply -auto-approve
