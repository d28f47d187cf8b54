/** What curl reaches from the terminal where the cluster runs in a cloud: beside localhost, the addresses of balancers. */
import type { Host } from '../posix/index.ts';
import type { NetworkUser } from './ports-network.ts';
import type { ShellOptions } from './types.ts';

const ADDRESS = /^\d+(?:\.\d+){3}$/;
const LOCAL = /^127\./;

/** The network of a script, and behind it what `outside` reaches. */
export function outsideNetwork(
  local: Host['network'],
  outside: NonNullable<ShellOptions['outside']>,
  waits: NetworkUser['waits'],
): Host['network'] {
  return {
    resolve: (name, done) => (ADDRESS.test(name) && !LOCAL.test(name) ? done({ name, addresses: [name] }) : local.resolve(name, done)),
    request(to, request, done) {
      if (LOCAL.test(to.ip)) return local.request(to, request, done);
      let over = false;
      const answered = waits(() => {
        over = true;
      });
      outside.request(to, request, (answer) => {
        if (over) return;
        outside.unsettled();
        answered();
        done(answer);
      });
    },
  };
}
