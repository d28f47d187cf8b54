/** A rate limiter that the workspace has written, made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import { asNumber, methodsOf } from './made-object.ts';
import type { Failed, Written } from './written.ts';

export const guardRateLimiter = (written: Written, failed: Failed): Pick<EngineParts, 'createRateLimiter'> => ({
  createRateLimiter(clock, limits) {
    const call = methodsOf(Reflect.apply(written, undefined, limits === undefined ? [clock] : [clock, limits]), { by: 'createRateLimiter', what: 'rate limiter' }, failed);
    return {
      delayMs: (key) => Math.max(0, asNumber(call('delayMs', key))),
      forget: (key) => void call('forget', key),
      failures: (key) => asNumber(call('failures', key)),
    };
  },
});
