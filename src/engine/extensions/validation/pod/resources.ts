/** Rules for the resources of containers, beyond those of the Pod's definition (validateResourceRequirements). */
import type { ResourceRequirements } from '../../../api/index.ts';
import { isWholeResource, mayOvercommit, validateContainerResourceName } from '../../../api/core/v1/resource-names.ts';
import { checkDnsLabel, duplicate, type FieldError, forbiddenField, invalidValue, milliValue, required } from '../../../meta/index.ts';
import { checkText } from '../checks.ts';

const hugePages = 'hugepages-';

/** `claims`: names of the Pod's own claims of devices. */
export function checkResources(
  { limits = {}, requests = {}, claims }: ResourceRequirements,
  podClaims: ReadonlySet<string>,
  path: string,
  errors: FieldError[],
): void {
  checkAmounts(limits, `${path}.limits`, errors);
  checkAmounts(requests, `${path}.requests`, errors);
  for (const name in requests) {
    if (limits[name] !== undefined || mayOvercommit(name)) continue;
    errors.push(required(`${path}.limits`, 'Limit must be set for non overcommitable resources'));
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some((name) => name.startsWith(hugePages)) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(forbiddenField(path, 'HugePages require cpu or memory'));
  }
  if (claims !== undefined) checkClaims(claims, podClaims, `${path}.claims`, errors);
}

function checkAmounts(amounts: Readonly<Record<string, string>>, path: string, errors: FieldError[]): void {
  for (const name in amounts) {
    // What nearly every container has.
    if (name === 'cpu' || name === 'memory') continue;
    const amount = amounts[name] ?? '';
    const at = `${path}[${name}]`;
    validateContainerResourceName(name, at, errors);
    const milli = milliValue(amount);
    if (isWholeResource(name) && milli % 1000 !== 0) errors.push(invalidValue(at, amount, 'must be an integer'));
    if (!name.startsWith(hugePages)) continue;
    const page = milliValue(name.slice(hugePages.length));
    if (page > 0 && page % 1000 === 0 && milli % page === 0) continue;
    errors.push(invalidValue(at, amount, `${amount} is not positive integer multiple of ${name}`));
  }
}

/** Each names one of the Pod's claims, or one request of it, once. */
function checkClaims(
  claims: NonNullable<ResourceRequirements['claims']>,
  podClaims: ReadonlySet<string>,
  path: string,
  errors: FieldError[],
): void {
  const taken = new Set<string>();
  /** How many requests of a claim are taken. */
  const requests = new Map<string, number>();
  const rest = podClaims.size === 0 ? ' which is empty' : `: ${[...podClaims].sort().join(', ')}`;
  for (const [index, { name = '', request = '' }] of claims.entries()) {
    const at = `${path}[${index}]`;
    if (name === '') {
      errors.push(required(at));
      continue;
    }
    const key = request === '' ? name : `${name}/${request}`;
    if (taken.has(name)) errors.push(duplicate(at, name));
    else {
      if (request !== '') checkText(checkDnsLabel, request, `${at}.request`, errors);
      if (taken.has(key)) errors.push(duplicate(at, key));
      else if (request === '') {
        for (let left = requests.get(name) ?? 0; left > 0; left -= 1) errors.push(duplicate(at, name));
      }
      if (request !== '' && !taken.has(key)) requests.set(name, (requests.get(name) ?? 0) + 1);
      taken.add(key);
    }
    if (podClaims.has(name)) continue;
    errors.push({ type: 'NotFound', field: at, value: name, detail: `must be one of the names in pod.spec.resourceClaims${rest}` });
  }
}
