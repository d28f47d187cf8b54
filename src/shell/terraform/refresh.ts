/** How things stand in the cloud, and what has changed there since the state was written. */
import { type CloudClient, isNotFound } from '../../engine/index.ts';
import type { Process } from '../types.ts';
import { isSame } from './plan.ts';
import { driftText } from './print-plan.ts';
import { type Attributes, type ResourceType, resourceTypes } from './schema.ts';
import { type State, withResource } from './state.ts';

export interface Drift {
  readonly address: string;
  readonly type: ResourceType;
  readonly before: Attributes;
  /** Absent: it is gone. */
  readonly after?: Attributes;
}

export interface Refreshed {
  readonly state: State;
  readonly drift: readonly Drift[];
}

export async function refresh(state: State, cloud: CloudClient, process: Pick<Process, 'stdout'>): Promise<Refreshed> {
  let now = state;
  const drift: Drift[] = [];
  for (const [address, before] of state.resources) {
    const type = resourceTypes.find((each) => each.type === address.split('.')[0]);
    if (type === undefined) continue;
    process.stdout(`${address}: Refreshing state... [id=${String(before['id'])}]\n`);
    const after = await attributesNow(type, String(before['id']), cloud);
    if (after !== undefined && Object.keys(after).every((name) => isSame(after[name] ?? null, before[name] ?? null))) continue;
    drift.push({ address, type, before, ...(after !== undefined && { after }) });
    now = withResource(now, address, after);
  }
  return { state: now, drift };
}

/** Undefined: it is gone, or about to be. */
export async function attributesNow(type: ResourceType, id: string, cloud: CloudClient): Promise<Attributes | undefined> {
  try {
    const object = await type.collection(cloud).get(id);
    return object.state === 'deleting' ? undefined : type.attributesOf(object);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** `isAll`: nothing else is planned than to write it down. */
export function driftNote(drift: readonly Drift[], isAll: boolean): string {
  return [
    'Note: Objects have changed outside of Terraform',
    '',
    'Terraform detected the following changes made outside of Terraform since the',
    'last "terraform apply" which may have affected this plan:',
    '',
    ...drift.flatMap(({ address, type, before, after }) => [driftText(address, type, before, after), '']),
    '',
    ...(isAll ? isRecorded : isUndone),
    '',
  ].join('\n');
}

const isUndone: readonly string[] = [
  'Unless you have made equivalent changes to your configuration, or ignored the',
  'relevant attributes using ignore_changes, the following plan may include',
  'actions to undo or respond to these changes.',
];
const isRecorded: readonly string[] = [
  'This is a refresh-only plan, so Terraform will not take any actions to undo',
  'these. If you were expecting these changes then you can apply this plan to',
  'record the updated values in the Terraform state without changing any remote',
  'objects.',
];
