/** `npm run sim -- --seed 42 [--count 100]`: simulated runs under faults; a failing seed prints itself and its plan. */
import { parseArgs } from 'node:util';
import { startedBy } from '../program.ts';
import { describeStep, drawPlan } from './plan.ts';
import { type SimulationResult, simulate } from './simulate.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const usage = `${startedBy('sim')} [--seed N] [--count N]: the cluster under random faults, until it has converged
  --seed N    the first seed; 1 by default
  --count N   how many seeds, one after the other; 1 by default`;

/** Runs `count` seeds from `seed` on. Resolves with the exit code: 1 when any of them failed. */
export async function simCommand(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const first = Number(values.seed);
  const count = Number(values.count);
  if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) {
    console.error(`sim: --seed takes a whole number, --count one from 1\n${usage}`);
    return 2;
  }
  let failures = 0;
  let revisions = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await simulate({ seed, settle });
    revisions += result.revisions;
    if (isFailure(result)) {
      failures += 1;
      print(result);
    } else if (count === 1)
      console.log(`seed ${seed}: converged, ${result.revisions} revisions, history ${result.hash}`);
  }
  console.log(`${count - failures} of ${count} seeds converged without breaking an invariant (${revisions} revisions)`);
  return failures === 0 ? 0 : 1;
}

function isFailure(result: SimulationResult): boolean {
  return result.violation !== undefined || result.notConverged !== undefined;
}

function print({ seed, violation, notConverged, virtualMs }: SimulationResult): void {
  const seconds = (virtualMs / 1000).toFixed(3);
  if (violation !== undefined)
    console.log(`seed ${seed}: at t=${seconds}s, revision ${violation.revision}: ${violation.what}`);
  if (notConverged !== undefined) console.log(`seed ${seed}: not converged by t=${seconds}s: ${notConverged}`);
  const { cast, steps } = drawPlan(seed);
  const beside = cast.cloud === true ? ', in a cloud' : cast.controlPlanePods === true ? ', as Pods' : '';
  console.log(`  members of etcd: ${cast.etcd ?? 1}, control planes: ${cast.controlPlanes}${beside}`);
  for (const step of steps) console.log(`  ${describeStep(step)}`);
  console.log(`  replay: ${startedBy('sim')} --seed ${seed}`);
}
