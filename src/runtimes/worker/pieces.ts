/**
 * The pieces of the engine, in the worker. In the bundle every `import('./x.ts')` of the source is a call of `loadPiece`: the worker has
 * no network, so the page fetches the piece's text and sends it over the port.
 */

/** What the worker sends to the page. */
export interface PieceRequest {
  readonly type: 'piece-request';
  readonly name: string;
}

export const isPieceRequest = (message: unknown): message is PieceRequest =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'piece-request' &&
  'name' in message &&
  typeof message.name === 'string';

/** What the page answers: the piece's text, or a sentence that says why there is none. */
export type PieceAnswer =
  | { readonly type: 'piece'; readonly name: string; readonly text: string }
  | { readonly type: 'piece'; readonly name: string; readonly error: string };

/** The namespaces of a piece's modules: `m0`, `m1`, … in the order in which scripts/build-worker.ts lists them. */
type Modules = Readonly<Record<string, unknown>>;

type Piece =
  | { readonly state: 'requested'; readonly modules: Promise<Modules>; receive(answer: PieceAnswer): void }
  | { readonly state: 'loaded'; readonly modules: Modules };

type Fill = (exported: unknown) => void;

export interface PiecesOptions {
  request(message: PieceRequest): void;
  /** What the core exports to pieces, in the order of its slots. */
  readonly coreExports: readonly unknown[];
  /** Run with what all modules of a piece export when it is loaded. */
  readonly fills?: ReadonlyMap<string, readonly Fill[]>;
}

export interface Pieces {
  /** Resolves with the namespace of a piece's module; rejects with a sentence, after which it may be loaded again. */
  load(name: string, index: number): Promise<unknown>;
  receive(answer: PieceAnswer): void;
}

export function createPieces({ request, coreExports, fills = new Map() }: PiecesOptions): Pieces {
  const pieces = new Map<string, Piece>();

  function requested(name: string): Promise<Modules> {
    const { promise, resolve, reject } = Promise.withResolvers<Modules>();
    function receive(answer: PieceAnswer): void {
      if ('error' in answer) {
        pieces.delete(name);
        reject(new Error(answer.error));
        return;
      }
      const modules = evaluate(answer.text, coreExports);
      const exported = Object.assign({}, ...Object.values(modules));
      for (const fill of fills.get(name) ?? []) fill(exported);
      pieces.set(name, { state: 'loaded', modules });
      resolve(modules);
    }
    pieces.set(name, { state: 'requested', modules: promise, receive });
    request({ type: 'piece-request', name });
    return promise;
  }

  return {
    async load(name, index) {
      const modules = await (pieces.get(name)?.modules ?? requested(name));
      return modules[`m${index}`];
    },
    receive(answer) {
      const piece = pieces.get(answer.name);
      if (piece?.state === 'requested') piece.receive(answer);
    },
  };
}

/** A piece is a function of the core's exports (scripts/pieces.ts). It sees globals, and nothing of this module. */
function evaluate(text: string, coreExports: readonly unknown[]): Modules {
  const piece: (exports: readonly unknown[]) => Modules = new Function(`return ${text}`)();
  return piece(coreExports);
}

export const isPieceAnswer = (message: unknown): message is PieceAnswer =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'piece';

/** What the core has imported statically of pieces. */
const fills = new Map<string, Fill[]>();

/** In the bundle: a module of the core that stands for one of a piece gets its exports when the piece is loaded. */
export function whenLoaded(name: string, fill: Fill): void {
  fills.set(name, [...(fills.get(name) ?? []), fill]);
}

/** This worker's; set by its entry before anything is loaded. */
let ofThisWorker: Pieces | undefined;

export function usePieces(options: Omit<PiecesOptions, 'fills'>): Pieces {
  ofThisWorker = createPieces({ ...options, fills });
  return ofThisWorker;
}

/** Stands for `import()` in the bundle. */
export function loadPiece(name: string, index: number): Promise<unknown> {
  if (ofThisWorker === undefined) throw new Error('a piece was loaded before the engine had started');
  return ofThisWorker.load(name, index);
}
