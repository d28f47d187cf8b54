# web-1 keeps the size that it has now. Where must that be written?

# Everything else becomes again what main.tf says.
# Read the plan before you apply it: what does it destroy?

