/**
 * Three loops, one after another.
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type Pod } from 'converge/sdk';

type Containers = readonly { readonly securityContext?: { readonly privileged?: boolean } }[];

function* fieldsIn(list: string, containers: Containers = []): Generator<string> {
  for (let index = 0; index < containers.length; index += 1) {
    if (containers[index]?.securityContext?.privileged) yield `spec.${list}[${index}].securityContext.privileged`;
  }
}

function review({ operation, object, oldObject }: AdmissionRequest): AdmissionAnswer {
  if (operation === 'DELETE' || object === null) return { allowed: true };
  const pod = object as Pod;
  const old = oldObject as Pod | null;
  const isNew = operation === 'CREATE';
  const fields = [
    ...(isNew ? fieldsIn('initContainers', pod.spec.initContainers) : []),
    ...(isNew ? fieldsIn('containers', pod.spec.containers) : []),
    // Of the three lists, an update can only lengthen this one.
    ...[...fieldsIn('ephemeralContainers', pod.spec.ephemeralContainers)].slice([...fieldsIn('ephemeralContainers', old?.spec.ephemeralContainers)].length),
  ];
  if (fields.length === 0) return { allowed: true };
  return { allowed: false, code: 403, message: `privileged: ${fields.join(', ')}` };
}

export const guard = defineWebhook({ name: 'guard', review });
