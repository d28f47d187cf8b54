import {
  checkQualifiedName,
  duplicate,
  type FieldError,
  invalidValue,
  required,
} from '../../../../meta/index.ts';
import { ageColumn, countColumn, defineKind } from '../../../define.ts';
import type { CSINodeDriver, CSINode as CSINodeObject } from '../../../generated/types.ts';
import { immutable, notNegative } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';

export type CSINode = CSINodeObject;

/** Which drivers for volumes a node has. */
export const CSINode: KindDefinition<CSINode> = defineKind<CSINode>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  namespaced: false,
  rules: {
    generation: 'none',
    unconditionalUpdate: false,
    deleteReturnsObject: true,
    default: (node) => (node.spec?.drivers === undefined ? { ...node, spec: { ...node.spec, drivers: [] } } : node),
    validate,
  },
  columns: [countColumn('Drivers', 'How many drivers it has.', ({ spec }) => spec.drivers.length), ageColumn],
});

const LONGEST_NODE_ID = 256;

function validate({ spec: { drivers } }: CSINode, old?: CSINode): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [index, driver] of drivers.entries()) {
    validateDriver(driver, names, `spec.drivers[${index}]`, errors);
    names.add(driver.name);
  }
  // A driver that is there stays as it is, until it has gone.
  const byName = new Map(drivers.toReversed().map((driver) => [driver.name, driver]));
  for (const before of old?.spec.drivers ?? []) {
    const now = byName.get(before.name);
    if (now !== undefined) errors.push(...immutable(now, before, 'spec.drivers'));
  }
  return errors;
}

function validateDriver(driver: CSINodeDriver, names: ReadonlySet<string>, path: string, errors: FieldError[]): void {
  const { name = '', nodeID = '', allocatable, topologyKeys = [] } = driver;
  if (nodeID === '') errors.push(required(`${path}.nodeID`));
  if (nodeID.length > LONGEST_NODE_ID) {
    errors.push(invalidValue(`${path}.nodeID`, nodeID, `must be ${LONGEST_NODE_ID} characters or less`));
  }
  errors.push(...notNegative(allocatable?.count, `${path}.allocatable.count`));
  if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
  const keys = new Set<string>();
  for (const key of topologyKeys) {
    if (key === '') errors.push(required(path));
    if (keys.has(key)) errors.push(duplicate(path, key));
    keys.add(key);
    for (const message of checkQualifiedName(key)) errors.push(invalidValue(path, key, message));
  }
}
