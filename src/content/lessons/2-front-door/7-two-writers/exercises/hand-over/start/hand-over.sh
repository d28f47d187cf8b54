# web.yaml has web's next image, and a number that may be old.
number=$(kubectl get deployment front \
  -o jsonpath='{.spec.replicas}')

# The scaler becomes an owner of replicas, with the number of the cluster:
cat > scaler.yaml <<END
apiVersion: apps/v1
kind: Deployment
metadata: { name: front }
END

# Web applies its manifest without replicas, and takes the image over:

