/** What most broken clusters run: a Deployment of so many replicas. */
export const webOf = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - { name: nginx, image: "nginx:1.29" }`;
