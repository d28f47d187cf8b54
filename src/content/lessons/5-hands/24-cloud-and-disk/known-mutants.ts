/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'drop-filter: lister(Service).list().filter(wantsBalancer).map(keyOf), → lister(Service).list().map(keyOf),':
      'The pass itself leaves alone what asks for none.',
    'drop-error-path: await cloud().loadBalancers.update(desired); → await cloud().loadBalancers.update(desired).catch(() => undefined);':
      'Another right answer: the next pass, half a minute later, compares again.',
    'drop-error-path: … await client.patch( Service, service, { status: { loadBalancer: { ingress: [{ ip … 3bf807 … → … await client.patch( Service, service, { status: { loadBalancer: { ingress: [{ ip … 5669d2 …':
      'Another right answer: the next pass, half a minute later, writes the address.',
    'drop-error-path: await cloud().loadBalancers.delete(found.name); → await cloud().loadBalancers.delete(found.name).catch(() => undefined);':
      'Another right answer: the next pass, two seconds later, finds it and deletes it again.',
    'drop-error-path: … try { if (service.status.loadBalancer?.ingress !== undefined) await client.patch … 2f7034 … → … { if (service.status.loadBalancer?.ingress !== undefined) await client.patch( Se … 206eca …':
      'Another right answer: a patch that finds nothing fails the pass, and the next one sees that the Service is gone.',
    "drop-guard: if (found.state !== 'active') return { afterMs: 2000 }; → nothing":
      'Another right answer: one that isn’t active has no address yet, and is looked at again after half a minute.',
    'swap-statements: … if (!hasFinalizer(service)) await client.patch(Service, service, { metadata: { f … 58d804 … → … const targets = targetsOf(lister(Node).list()); if (!hasFinalizer(service)) awai … 982b0f …':
      'The nodes are read a moment earlier.',
    'swap-statements: … const desired = desiredBalancer(service, targets); const found = await find(serv … 3b3dc3 … → … const found = await find(service, tools); const desired = desiredBalancer(servic … 639296 …':
      'What it must be is computed after the question instead of before.',
    "swap-statements: … if (found.state !== 'active') return { afterMs: 2000 }; if (!isAsDesired(found, … 10aab1 … → … if (!isAsDesired(found, desired)) await cloud().loadBalancers.update(desired); i … 20248d …":
      'Another right answer: one that isn’t active yet may be changed as well.',
    'swap-statements: … if (!isAsDesired(found, desired)) await cloud().loadBalancers.update(desired); i … 3075dd … → … if (service.status.loadBalancer?.ingress?.[0]?.ip !== found.address) await clien … 8acb42 …':
      'Another right answer: the address is written before the settings are sent.',
    'swap-statements: const { client, cloud } = tools; const found = await find(service, tools); → const found = await find(service, tools); const { client, cloud } = tools;':
      'Two names are made a moment later.',
    'bound-by-one: return { afterMs: 2000 }; → return { afterMs: 2001 };':
      'A millisecond more or less.',
    'bound-by-one: return { afterMs: 2000 }; → return { afterMs: 1999 };':
      'A millisecond more or less.',
    "bound-by-one: if (found.state !== 'active') return { afterMs: 2000 }; → if (found.state !== 'active') return { afterMs: 2001 };":
      'A millisecond more or less.',
    "bound-by-one: if (found.state !== 'active') return { afterMs: 2000 }; → if (found.state !== 'active') return { afterMs: 1999 };":
      'A millisecond more or less.',
    'bound-by-one: return { afterMs: 30_000 }; → return { afterMs: 30001 };':
      'A millisecond more or less.',
    'bound-by-one: return { afterMs: 30_000 }; → return { afterMs: 29999 };':
      'A millisecond more or less.',
    'bound-by-one: return { afterMs: 2000 }; → return { afterMs: 2001 }; (2)':
      'A millisecond more or less.',
    'bound-by-one: return { afterMs: 2000 }; → return { afterMs: 1999 }; (2)':
      'A millisecond more or less.',
    "ConditionalExpression: if (found.state !== 'active') return { afterMs: 2000 }; → if (Boolean(false)) return { afterMs: 2000 };":
      'Another right answer: one that isn’t active has no address yet, and is looked at again after half a minute.',
    "ConditionalExpression: if (found.state !== 'deleting') → if (Boolean(true))":
      'Another right answer: to delete what is being deleted changes nothing.',
    'ConditionalExpression: if (service.status.loadBalancer?.ingress !== undefined) → if (Boolean(true))':
      'Another right answer: to take away an address that isn’t there changes nothing.',
    'ConditionalExpression: if (!isNotFound(error)) throw error; → if (Boolean(true)) throw error;':
      'Another right answer: a patch that finds nothing fails the pass, and the next one sees that the Service is gone.',
  },
  accepted: {
    'drop-guard: if (service.metadata.deletionTimestamp !== undefined) return; → nothing':
      'The starter has this line. Without it a pass asks for a finalizer that the API server refuses, with longer and longer pauses, and changes nothing.',
    'swap-statements: … if (service.metadata.deletionTimestamp !== undefined) return; if (wantsBalancer( … e80f2e … → … if (wantsBalancer(service)) return ensure(service, tools); if (service.metadata. … 97ec95 …':
      'As without the line: a Service that wants a load balancer never comes to it.',
    'ConditionalExpression: if (service.metadata.deletionTimestamp !== undefined) return; → if (Boolean(false)) return;':
      'As without the line.',
  },
} satisfies KnownMutants;
