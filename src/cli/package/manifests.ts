/** The texts of an image directory: how it is built, started, and what it may do. */
import type { AllowRules } from '../run/allow.ts';
import { asYaml, rbacManifest } from '../run/rbac.ts';
import type { Controller } from '../../engine/index.ts';

export interface PackageRequest {
  readonly controller: Controller;
  /** The controller's file within `files/`. */
  readonly entry: string;
  readonly allow: AllowRules;
  /** Where it runs, and only there if `isNarrow`. */
  readonly namespace: string;
  readonly isNarrow: boolean;
  /** The image's name, as the Deployment has it. */
  readonly image: string;
}

const healthPort = 8080;
/** A user that no image has, so that nothing belongs to it. */
const nobody = 65_532;

export function dockerfile({ entry }: Pick<PackageRequest, 'entry'>): string {
  return `FROM node:24-slim
WORKDIR /controller
COPY converge.mjs ./
COPY files/ files/
USER ${nobody}
EXPOSE ${healthPort}
ENTRYPOINT ["node", "converge.mjs", "run", ${JSON.stringify(`files/${entry}`)}]
`;
}

export function manifests(request: PackageRequest): string {
  const { controller, allow, namespace, isNarrow } = request;
  const rights = rbacManifest({ controller, allow, namespace: isNarrow ? namespace : undefined, leaseNamespace: namespace, home: namespace });
  return `${rights}---\n${asYaml(deployment(request))}`;
}

function deployment({ controller, allow, namespace, isNarrow, image }: PackageRequest): object {
  const name = `${controller.name}-controller`;
  const labels = { 'app.kubernetes.io/name': name };
  const rules = [...allow].map(([resource, verbs]) => `--allow=${resource}:${[...verbs].join(',')}`);
  const container = {
    name: 'controller',
    image,
    args: ['--leader-elect', `--lease-namespace=${namespace}`, `--health-port=${healthPort}`, ...(isNarrow ? [`--namespace=${namespace}`] : []), ...rules],
    ports: [{ name: 'health', containerPort: healthPort }],
    livenessProbe: { httpGet: { path: '/healthz', port: 'health' } },
    resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      // One acts, the other waits to take over.
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          securityContext: { runAsNonRoot: true, runAsUser: nobody, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [container],
        },
      },
    },
  };
}
