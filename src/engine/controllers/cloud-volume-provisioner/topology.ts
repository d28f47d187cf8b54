/** In which zone a claim's disk is made (upstream external-provisioner pkg/controller/topology.go, GenerateAccessibilityRequirements). Pure. */
import { type CSINode, type Node, type PersistentVolumeClaim, selectedNodeAnnotation, type TopologySelectorTerm } from 'converge/sdk';
import { zoneKey } from '../shared/cloud-disks.ts';
import { driver } from '../volume-provisioner/driver.ts';

export interface Places {
  readonly claim: PersistentVolumeClaim;
  /** `allowedTopologies` of its class. */
  readonly allowed: readonly TopologySelectorTerm[];
  readonly nodes: readonly Node[];
  readonly csiNodes: readonly CSINode[];
}

/** That of the node the scheduler has chosen; where it hasn't, the zones take turns, by the claim's name. */
export function zoneFor(places: Places): { readonly zone: string } | { readonly error: string } {
  const { claim, allowed, csiNodes } = places;
  const selected = claim.metadata.annotations?.[selectedNodeAnnotation];
  const requisite = [...new Set(allowed.length > 0 ? allowedZones(allowed) : zonesOf(places))].sort();
  if (selected) return zoneOfNode(selected, requisite, places);
  const isRegistered = allowed.length > 0 || csiNodes.some((node) => hasTopology(node));
  const zone = requisite[turnOf(claim.metadata.name) % requisite.length];
  return zone === undefined || !isRegistered ? { error: 'no available topology found' } : { zone };
}

function zoneOfNode(name: string, requisite: readonly string[], { nodes, csiNodes }: Places): ReturnType<typeof zoneFor> {
  if (!csiNodes.some((node) => node.metadata.name === name && hasTopology(node))) return { error: `no topology key found for node ${name}` };
  const labels = nodes.find(({ metadata }) => metadata.name === name)?.metadata.labels ?? {};
  const zone = labels[zoneKey];
  if (zone === undefined) return { error: `topology labels from selected node ${goMap(labels)} does not match topology keys from CSINode [${zoneKey}]` };
  if (requisite.includes(zone)) return { zone };
  return { error: `topology ${goTerm(zone)} from selected node "${name}" is not in requisite: [${requisite.map(goTerm).join(' ')}]` };
}

const goTerm = (zone: string): string => `[{${zoneKey} ${zone}}]`;

function goMap(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}:${value}`);
  return `map[${entries.sort().join(' ')}]`;
}

const hasTopology = ({ spec }: CSINode): boolean => spec.drivers.some(({ name, topologyKeys }) => name === driver && topologyKeys?.includes(zoneKey) === true);

const allowedZones = (terms: readonly TopologySelectorTerm[]): readonly string[] =>
  terms.flatMap(({ matchLabelExpressions = [] }) => matchLabelExpressions.flatMap(({ key, values }) => (key === zoneKey ? values : [])));

const zonesOf = ({ nodes }: Places): readonly string[] => nodes.flatMap(({ metadata }) => metadata.labels?.[zoneKey] ?? []);

/** Claims of a StatefulSet's members, whose names end with their number, come one after the other (upstream getPVCNameHashAndIndexOffset). */
function turnOf(name: string): number {
  const [, whole = '', ordinal] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  const hashed = ordinal === undefined || whole.endsWith('-') ? whole : whole.slice(whole.lastIndexOf('-') + 1);
  return fnv32(hashed) + Number(ordinal ?? 0);
}

/** FNV-1, of 32 bits. Names of objects are ASCII. */
function fnv32(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash, 16_777_619) ^ text.charCodeAt(at);
  return hash >>> 0;
}
