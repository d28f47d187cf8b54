/** What is wrong with the cloud, in words: for the trace, the shell and the simulation. */
import type { CloudFault } from './types.ts';

/** `the cloud takes 5s longer` */
export function cloudFaultWords(fault: CloudFault): string {
  switch (fault.what) {
    case 'slow':
      return `the cloud takes ${fault.byMs / 1000}s longer`;
    case 'quota':
      return 'the account has used up its quotas in the cloud';
    case 'refuse': {
      const calls = fault.verb === undefined ? 'calls of the cloud’s API are' : `every ${fault.verb} of the cloud’s API is`;
      const how = fault.code === 504 ? 'carried out and the answer lost' : 'refused';
      const share = fault.chance === 1 ? '' : `, ${Math.round(fault.chance * 1000) / 10} % of them`;
      return `${calls} ${how}${share}`;
    }
  }
}
