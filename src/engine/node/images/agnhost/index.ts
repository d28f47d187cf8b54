import type { Image, Process } from '../../../sdk/index.ts';
import { programs } from '../late-programs.ts';

/** What Kubernetes' own tests use: servers and small tools in one program. */
export const agnhost: Image = {
  repository: 'registry.k8s.io/e2e-test-images/agnhost',
  hasTag: (tag) => /^2\.\d+(\.\d+)?$/.test(tag) || tag === 'latest',
  sizeBytes: 52_800_000,
  entrypoint: ['/agnhost'],
  command: ['pause'],
  unix: ['curl'],
  programs: { '/agnhost': run, '/agnhost-2': run },
};

function run(process: Process): string | undefined {
  return programs().runAgnhost(process);
}
