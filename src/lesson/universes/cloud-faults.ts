/** What the seed may draw to go wrong with the cloud. A check that names such a trouble in `faults` has these as its `draws`. */
import type { CloudFault, Fault } from '../../engine/index.ts';
import { beginWithinMs } from './faults.ts';
import type { CloudFaultName, FaultDraw } from './types.ts';

export const cloudDraws: Readonly<Record<CloudFaultName, FaultDraw>> = {
  'cloud refused'(random) {
    const verb = random.pick(['create', 'get', 'update', 'delete', 'list']);
    const code = random.pick([429, 500, 503, 504] as const);
    const chance = 0.3 + random.next() * 0.4;
    return {
      at: 0,
      forMs: 30_000,
      fault: inCloud({ what: 'refuse', chance, verb, code }),
      words: `the cloud ${code === 504 ? 'carried out some calls and lost the answer' : `refused some calls with ${code}`} (${verb})`,
    };
  },
  'cloud slow'(random) {
    const byMs = 3000 + random.int(12_000);
    return { at: random.int(5000), forMs: 60_000, fault: inCloud({ what: 'slow', byMs }), words: `the cloud took ${byMs} ms longer to answer` };
  },
  'cloud quota'(random) {
    const forMs = 20_000 + random.int(20_000);
    return { at: 0, forMs, fault: inCloud({ what: 'quota' }), words: `the account’s quota in the cloud was used up for ${(forMs / 1000).toFixed(1)} s` };
  },
  'cloud down'(random) {
    const at = random.int(beginWithinMs);
    const downMs = 3000 + random.int(10_000);
    const fault = { type: 'crash', component: 'cloud', downMs } as const;
    return { at, forMs: downMs, fault, words: `the cloud’s API was down for ${(downMs / 1000).toFixed(1)} s` };
  },
};

const inCloud = (cloud: CloudFault): Fault => ({ type: 'cloud', component: 'cloud', cloud });
