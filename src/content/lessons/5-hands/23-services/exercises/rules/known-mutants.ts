/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../../../lesson/node/mutants/known-mutants.ts';

const noAddress = 'A rule without an address matches no packet: an ExternalName has none, and the API server gives every other Service one.';

export default {
  equivalent: {
    "drop-condition: if (clusterIP === '' || clusterIP === 'None') return []; → if (clusterIP === 'None') return [];": noAddress,
    "ConditionalExpression: if (clusterIP === '' || clusterIP === 'None') return []; → if (Boolean(false) || clusterIP === 'None') return [];": noAddress,
    'StringLiteral: if (clusterIP === \'\' || clusterIP === \'None\') return []; → if (clusterIP === "Stryker was here!" || clusterIP === \'None\') return [];': noAddress,
    'StringLiteral: const { clusterIP = \'\', ports = [] } = view.service.spec; → const { clusterIP = "Stryker was here!", ports = [] } = view.service.spec;': noAddress,
    "swap-statements: … if (backends.length === 0) { const action = inUse(everywhere).length > 0 ? 'drop … fb2371 … → … const rule: ServiceRule = { ip, port, protocol, action: 'forward', backends }; i … f89c1b …":
      'The rule is made earlier, and not used.',
    'StringLiteral: const port = ports?.find((each) => (each.name ?? \'\') === name)?.port; → const port = ports?.find((each) => (each.name ?? "Stryker was here!") === name)?.port;':
      'The API server gives each port of a slice a name, an empty one where there is none.',
  },
  accepted: {},
} satisfies KnownMutants;
