import { expect, test } from 'vitest';
import type { ContainerState, ContainerStatus } from '../sdk/index.ts';
import { goDuration } from './go-duration.ts';
import { parseImageReference } from './image-reference.ts';
import { type Phase, podPhase } from './phase.ts';

const running: ContainerState = { running: {} };
const waiting: ContainerState = { waiting: {} };
const ended = (exitCode: number): ContainerState => ({ terminated: { exitCode } });

function status(name: string, state: ContainerState, last: ContainerState = {}): ContainerStatus {
  return { name, state, lastState: last, ready: false, restartCount: 0, image: '', imageID: '' };
}

interface Containers {
  readonly restartPolicy?: string;
  readonly init?: readonly ContainerStatus[];
  readonly sidecars?: readonly ContainerStatus[];
  readonly main: readonly ContainerStatus[];
  readonly terminal?: boolean;
}

function check({ restartPolicy = 'Always', init = [], sidecars = [], main, terminal = false }: Containers, expected: Phase): void {
  const named = (statuses: readonly ContainerStatus[]) => statuses.map(({ name }) => ({ name }));
  const always = named(sidecars).map((container) => ({ ...container, restartPolicy: 'Always' }));
  const spec = { restartPolicy, initContainers: [...named(init), ...always], containers: named(main) };
  expect(podPhase(spec, [...init, ...sidecars], main, terminal)).toBe(expected);
}

test('a pod is Pending until every container has run', () => {
  check({ main: [status('a', running), status('b', waiting)] }, 'Pending');
  check({ init: [status('i', running)], main: [status('a', waiting)] }, 'Pending');
  check({ main: [status('a', running), status('b', running)] }, 'Running');
});

test('waiting to be restarted is Running', () => {
  check({ main: [status('a', waiting, ended(1))] }, 'Running');
  check({ main: [status('a', ended(0))] }, 'Running');
});

test('what never restarts ends as its worst container did', () => {
  check({ restartPolicy: 'Never', main: [status('a', ended(0)), status('b', ended(0))] }, 'Succeeded');
  check({ restartPolicy: 'Never', main: [status('a', ended(0)), status('b', ended(2))] }, 'Failed');
  check({ restartPolicy: 'Never', main: [status('a', ended(1)), status('b', running)] }, 'Running');
  check({ restartPolicy: 'OnFailure', main: [status('a', ended(1))] }, 'Running');
  check({ restartPolicy: 'OnFailure', main: [status('a', ended(0))] }, 'Succeeded');
});

test('a pod has not ended while a sidecar runs, and ends as its main containers did', () => {
  const runs = [{ ...status('s', running), started: true }];
  check({ restartPolicy: 'Never', sidecars: runs, main: [status('a', ended(0))] }, 'Running');
  check({ restartPolicy: 'OnFailure', sidecars: runs, main: [status('a', ended(0))] }, 'Running');
  check({ restartPolicy: 'Never', sidecars: runs, main: [status('a', ended(1))] }, 'Running');
  check({ restartPolicy: 'Never', sidecars: [status('s', ended(137))], main: [status('a', ended(0))] }, 'Succeeded');
});

test('a pod that is being deleted ends by its exit codes, whatever its policy', () => {
  check({ main: [status('a', ended(0))], terminal: true }, 'Succeeded');
  check({ main: [status('a', ended(137))], terminal: true }, 'Failed');
});

test('a failed init container fails a pod that never restarts, and keeps others Pending', () => {
  const init = [status('i', ended(1))];
  check({ restartPolicy: 'Never', init, main: [status('a', waiting)] }, 'Failed');
  check({ restartPolicy: 'Always', init, main: [status('a', waiting)] }, 'Pending');
});

test('durations read as Go writes them', () => {
  expect([0, 845, 1702, 10_000, 80_000, 300_000, 3_600_500].map(goDuration)).toEqual([
    '0s',
    '845ms',
    '1.702s',
    '10s',
    '1m20s',
    '5m0s',
    '1h0m0.5s',
  ]);
});

test('image names get their registry and tag', () => {
  const full = (name: string) => {
    const reference = parseImageReference(name);
    return 'error' in reference ? reference.error : reference.full;
  };
  expect(full('nginx')).toBe('docker.io/library/nginx:latest');
  expect(full('grafana/grafana:11')).toBe('docker.io/grafana/grafana:11');
  expect(full('registry.k8s.io/pause:3.10')).toBe('registry.k8s.io/pause:3.10');
  expect(full('localhost:5000/app')).toBe('localhost:5000/app:latest');
  expect(full('Nginx')).toBe('invalid reference format: repository name (library/Nginx) must be lowercase');
  expect(full('nginx:')).toBe('invalid reference format');
});
