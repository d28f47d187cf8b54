/** `limits.cpu` of a container as a number, in units of a divisor (upstream resource.ExtractContainerResourceValue). */
import { type Container, parseQuantity, type ResourceFieldSelector } from '../sdk/index.ts';

/** Rounded up to whole divisors. A limit that isn't there is what the node can give. */
export function resourceField(
  { resources }: Container,
  { resource, divisor = '' }: ResourceFieldSelector,
  allocatable: Readonly<Record<string, string>>,
): string {
  const [kind = '', name = ''] = resource.split('.', 2);
  const given = (kind === 'limits' ? resources?.limits : resources?.requests)?.[name];
  const amount = nanos(given ?? (kind === 'limits' ? allocatable[name] : undefined) ?? '0');
  const unit = nanos(divisor) || nanos('1');
  return String((amount + unit - 1n) / unit);
}

function nanos(text: string): bigint {
  const quantity = parseQuantity(text);
  return 'error' in quantity ? 0n : quantity.nanos;
}
