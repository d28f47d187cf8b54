/** Who writes into etcd past the API server: what a broken one would store. So a planted bug of the API server gets in. */
import { type Cluster, decodeObject, type KubeObject, toBase64, utf8, type WatchEvent } from '../../engine/index.ts';

/** What is to be stored in the place of an object that has just been, or beside it under another name; undefined: nothing. */
export type Intrude = (object: KubeObject) => KubeObject | undefined;

/** Lets it see each object that is stored. */
export function letIn(cluster: Cluster, intrude: Intrude): void {
  cluster.onCommit((events) => {
    for (const event of events) {
      const written = event.type === 'put' ? decodeObject(event.kv) : undefined;
      const planted = written && intrude(written);
      if (planted !== undefined) cluster.after(1, () => put(cluster, keyOf(event, planted), planted));
    }
  });
}

function keyOf(event: WatchEvent, { metadata }: KubeObject): string {
  const key = event.type === 'put' ? event.kv.key : event.key;
  return `${key.slice(0, key.lastIndexOf('/'))}/${metadata.name}`;
}

function put(cluster: Cluster, key: string, object: KubeObject): void {
  const [first] = cluster.etcdMembers();
  const body = { key: encoded(key), value: encoded(JSON.stringify(object)) };
  if (first !== undefined) cluster.etcdGateway(first.name).request('/v3/kv/put', body, () => {});
}

const encoded = (text: string): string => toBase64(utf8(text));
