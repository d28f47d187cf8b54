/** What the playground begins with, for who has never been there. */
import type { LessonPageData } from './page/data.ts';

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: nginx
          image: nginx:1.29`;

export const playgroundData: LessonPageData = {
  slug: 'playground',
  seed: 1,
  nodes: 3,
  free: true,
  tasks: 0,
  cells: [
    { language: 'sh', id: 'sh-1', number: 1, code: 'kubectl get nodes' },
    { language: 'yaml', id: 'yaml-2', number: 2, code: deployment },
  ],
};
