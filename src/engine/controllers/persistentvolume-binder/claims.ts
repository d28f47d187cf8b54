/** One pass over a claim. */
import { hasEnded, keyOf, PersistentVolumeClaim, Pod, StorageClass, storageClassOf, volumeMatching } from 'converge/sdk';
import { betaStorageProvisioner, storageProvisioner, withAnnotations } from './annotations.ts';
import { bind, writeClaimStatus } from './bind.ts';
import { type ClaimEvent, type ClaimView, planClaim } from './claim-plan.ts';
import type { Pass } from './pass.ts';

const defaultClassAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Plans the claim's next step and does it. Rejects where the binding contradicts itself. */
export async function syncClaim(claim: PersistentVolumeClaim, pass: Pass): Promise<void> {
  const { client, events } = pass.tools;
  const step = planClaim(claim, viewOf(pass));
  switch (step.type) {
    case 'bind':
      return bind(step.volume, claim, pass);
    case 'wait':
      if (step.event !== undefined) record(claim, step.event, pass);
      await writeClaimStatus(claim, { phase: 'Pending' }, pass);
      return;
    case 'lost':
      if (await writeClaimStatus(claim, { phase: 'Lost' }, pass)) events.warning(claim, step.reason, step.message);
      return;
    case 'take-default-class': {
      const storageClassName = step.storageClass.metadata.name;
      const named = { ...claim, spec: { ...claim.spec, storageClassName } };
      pass.claims.wrote(await client.update(PersistentVolumeClaim, named));
      return;
    }
    case 'provision':
      return provision(claim, pass);
    case 'impossible':
      throw new Error(step.message);
  }
}

function record(claim: PersistentVolumeClaim, { type, reason, message }: ClaimEvent, { tools: { events } }: Pass): void {
  if (type === 'Normal') events.normal(claim, reason, message);
  else events.warning(claim, reason, message);
}

function viewOf({ volumes, tools }: Pass): ClaimView {
  const classes = tools.lister(StorageClass);
  return {
    volume: (name) => volumes.get(name),
    volumes: () => volumes.list(),
    storageClass: (name) => classes.get(name),
    defaultClass: () => volumeMatching.newestDefault([...classes.list()].sort(byName), defaultClassAnnotations),
    unscheduledPods: ({ metadata }) => tools.lister(Pod).list(metadata.namespace).filter((pod) => waits(pod, keyOf({ metadata }))),
  };
}

const byName = (a: StorageClass, b: StorageClass): number => (a.metadata.name < b.metadata.name ? -1 : 1);

function waits(pod: Pod, claim: string): boolean {
  return !hasEnded(pod) && !pod.spec.nodeName && volumeMatching.claimKeys(pod).includes(claim);
}

/** Asks the class's provisioner for a volume: it watches for this annotation. (upstream provisionClaimOperationExternal) */
async function provision(claim: PersistentVolumeClaim, pass: Pass): Promise<void> {
  const { lister, client, events } = pass.tools;
  const className = storageClassOf(claim);
  const provisioner = lister(StorageClass).get(className)?.provisioner;
  if (provisioner === undefined) {
    return events.warning(claim, 'ProvisioningFailed', `storageclass.storage.k8s.io "${className}" not found`);
  }
  if (provisioner.startsWith('kubernetes.io/')) {
    return events.warning(claim, 'ProvisioningFailed', `no volume plugin matched name: ${provisioner}`);
  }
  const asks = [storageProvisioner, betaStorageProvisioner].every((name) => claim.metadata.annotations?.[name] === provisioner);
  if (!asks) {
    const asking = withAnnotations(claim, { [betaStorageProvisioner]: provisioner, [storageProvisioner]: provisioner });
    pass.claims.wrote(await client.update(PersistentVolumeClaim, asking));
  }
  events.normal(
    claim,
    'ExternalProvisioning',
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`,
  );
}
