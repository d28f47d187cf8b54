# web.yaml has web's next image, and a number of replicas that may be old.
# The scaler becomes an owner of replicas, with the number of the cluster:

# Web applies its manifest without replicas, and takes the image over:

