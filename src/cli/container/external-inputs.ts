/** What happens inside the container rather than on the page becomes inputs of the same session, one after the other with the page's. */
import type { CallName, Calls, FromEngine } from '../../runtimes/protocol.ts';
import type { Host } from '../../runtimes/host.ts';
import type { RuntimeEvent, SavedInside } from '../../runtimes/runtime.ts';
import type { AnswerPart, InputRequest, InputResult, OutsideRequest } from '../../session/types.ts';

export interface ExternalInputs {
  /** The host as the page is to have it. */
  around(host: Host): Host;
  /** The event as the page is to hear it; undefined: it isn't for the page. */
  heard(event: RuntimeEvent): RuntimeEvent | undefined;
  /** Sends a request into the session; returns what hangs up. */
  send(to: string, request: OutsideRequest, heard: (part: AnswerPart) => void): () => void;
  edit(path: string, text: string | null, before: string | undefined): void;
}

/** Of etcd's gateway: what changes nothing. */
const etcdReads = /^\/v3\/(?:kv\/range|watch|cluster\/member\/list|maintenance\/(?:status|hash|snapshot))$/;

export interface ExternalInputSources {
  post(message: FromEngine): void;
  /** A name that no other request of the session has. */
  newId(): string;
  /** The session's files: all of them, or those that have changed (null: removed). */
  files(files: Readonly<Record<string, string | null>>, all: boolean): void;
  /** How many members its etcd has. */
  began(members: number): void;
}

export function createExternalInputs(parts: ExternalInputSources): ExternalInputs {
  let host: Host | undefined;
  /** Time flows by itself: no input has to wait for quiet. */
  let running = false;
  const waiting = new Map<string, (part: AnswerPart) => void>();

  async function run(input: InputRequest, saved?: SavedInside): Promise<void> {
    if (host === undefined) return;
    const result = await host.call('run', input);
    parts.post({ type: 'event', event: { type: 'inside', result, ...(saved && { saved }) } });
    mirror(result);
  }

  /** The container's files follow the session's. */
  function mirror({ input, files }: InputResult): void {
    parts.files(input.type === 'edit' ? { ...files, [input.path]: input.text } : files, false);
  }

  async function mirrorAll(of: Host): Promise<void> {
    const { log, files } = await of.call('snapshot', null);
    parts.files(files, true);
    parts.began(log.cluster.etcd ?? 1);
  }

  const begins: readonly CallName[] = ['restore', 'reset', 'branch'];

  return {
    around(inner) {
      host = inner;
      return {
        ...inner,
        async call<N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<Calls[N]['answer']> {
          const answer = await inner.call(name, ask);
          if (isResult(answer)) mirror(answer);
          if (begins.includes(name)) await mirrorAll(inner);
          return answer;
        },
      };
    },
    heard(event) {
      if (event.type === 'view') running = event.view.running;
      if (event.type !== 'answer') return event;
      waiting.get(event.id)?.(event.part);
      return undefined;
    },
    send(to, request, heard) {
      const id = parts.newId();
      waiting.set(id, heard);
      const reads = request.method === 'GET' || request.method === 'HEAD' || etcdReads.test(request.path);
      run({ type: 'request', id, to, request, after: reads || running ? 'now' : 'quiet' }).catch((error: unknown) => {
        heard({ respond: { code: 503, headers: { 'content-type': 'text/plain' }, body: `${String(error)}\n` }, nowMs: 0 });
      });
      return () => {
        waiting.delete(id);
        run({ type: 'hangup', id }).catch(() => undefined);
      };
    },
    edit(path, text, before) {
      const saved = { path, text, ...(before === undefined ? {} : { before }) };
      void run({ type: 'edit', path, text }, saved).catch(() => undefined);
    },
  };
}

function isResult(answer: Calls[CallName]['answer']): answer is InputResult {
  return typeof answer === 'object' && answer !== null && 'input' in answer && 'files' in answer;
}
