/** `converge packet`: opens a connection from a Pod, and prints what decides on its way. */
import { type ApiResponse, type Hop, isJsonObject, type Json } from '../../engine/index.ts';
import type { Process } from '../types.ts';

const administrator = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };
const usage = 'usage: converge packet (POD | --outside) HOST:PORT [-n NAMESPACE]\n';

/** Resolves with the exit code. */
export async function followPacket(args: readonly string[], process: Process): Promise<number> {
  const flag = args.findIndex((word) => word === '-n' || word === '--namespace');
  const namespace = (flag < 0 ? '' : args[flag + 1]) || 'default';
  const [name, target, more] = args.filter((_, index) => flag < 0 || (index !== flag && index !== flag + 1));
  const [, host = '', port = '80'] = /^([^:]+)(?::(\d+))?$/.exec(target ?? '') ?? [];
  if (name === undefined || host === '' || more !== undefined) return failed(process, usage, 2);
  const to = { host, port: Number(port) };
  const found = name === '--outside' ? fromOutside(to, process) : await fromPod(name, namespace, to, process);
  if (typeof found === 'string') return failed(process, `converge: ${found}\n`);
  const hops = await new Promise(found);
  process.stdout(tableOf(hops));
  return hops.at(-1)?.by === 'container' ? 0 : 1;
}

type Follow = (done: (hops: readonly Hop[]) => void) => void;
type Target = { readonly host: string; readonly port: number };

/** A string says why not. */
function fromOutside(to: Target, { options: { outside } }: Process): Follow | string {
  return outside === undefined ? 'nothing comes in from outside: this cluster runs in no cloud' : (done) => outside.follow(to, done);
}

/** A string says why not. */
async function fromPod(name: string, namespace: string, to: Target, process: Process): Promise<Follow | string> {
  const pod = await read(process, `/api/v1/namespaces/${namespace}/pods/${name}`);
  if (pod === undefined) return `no Pod "${name}" in the namespace "${namespace}"`;
  const [ip, node] = [textAt(pod, 'status', 'podIP'), textAt(pod, 'spec', 'nodeName')];
  if (ip === '') return `the Pod "${name}" has no address yet`;
  const rules = process.options.rules?.(node);
  return rules === undefined ? `no kube-proxy has run on ${node}` : (done) => rules.follow({ pod: name, namespace, ip, ...to }, done);
}

function failed(process: Process, words: string, code = 1): number {
  process.stderr(words);
  return code;
}

async function read({ options: { connect } }: Process, path: string): Promise<Json | undefined> {
  const { code, body } = await new Promise<ApiResponse>((respond) => {
    connect({ method: 'GET', path, query: {}, headers: { accept: 'application/json' }, user: administrator }, { respond, write() {}, end() {} });
  });
  return code === 200 ? body : undefined;
}

/** '' where there is none. */
function textAt(value: Json, ...path: readonly string[]): string {
  let found: Json | undefined = value;
  for (const field of path) found = isJsonObject(found) ? found[field] : undefined;
  return typeof found === 'string' ? found : '';
}

/** Each column as wide as its longest entry, and a gap of two: so the address of a Service stays within a lesson’s column. */
function tableOf(hops: readonly Hop[]): string {
  const rows = [{ at: 'AT', by: 'BY', does: 'WHAT HAPPENS' }, ...hops];
  const [at, by] = [Math.max(...rows.map((row) => row.at.length)), Math.max(...rows.map((row) => row.by.length))];
  return rows.map((row) => `${row.at.padEnd(at)}  ${row.by.padEnd(by)}  ${row.does}\n`).join('');
}
