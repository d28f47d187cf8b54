/** Runs scripts: expands words, wires pipes and redirects, keeps variables. Time passes only in sleeps and requests. */
import { arithmetic } from '../posix/index.ts';
import { builtIns, unknownCommand } from './commands/registry.ts';
import { readingOf } from './commands/reading.ts';
import { DiskError } from './disk.ts';
import { expandAll, expandText, type Known, normalize } from './expand.ts';
import { createKubeconfig } from './kubeconfig.ts';
import { createPipe, type Pipe, type Source, textSource, watched } from './pipes.ts';
import { createPorts, type Ports } from './ports.ts';
import { createWritten, type Written } from './redirects.ts';
import { type Item, type Node, parse, type Redirect } from './syntax.ts';
import { ShellSyntaxError, type Word } from './tokens.ts';
import type { Command, Output, Process, Shell, ShellOptions } from './types.ts';

/** Ends a script from inside: `exit`, or Ctrl+C. */
class ScriptEnd extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** Ends a command of a pipe whose reader has gone, as SIGPIPE does. */
class BrokenPipe extends Error {}

/** A shell over the workspace's files and one connection to the API server. */
export function createShell(options: ShellOptions): Shell {
  const runner = new Runner(options);
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(text, output) {
      const run = last.then(() => runner.script(text, output));
      last = run;
      return run;
    },
    interrupt: () => runner.interrupt(),
    listening: () => runner.listening,
    namespace: (context) => runner.kubeconfig.namespace(context),
  };
}

/** What a script knows. The commands of a pipe have one each, as subshells do. */
interface Scope {
  readonly variables: Map<string, string>;
  /** How the last command ended. */
  code: number;
  /** `set -o pipefail` */
  pipefail: boolean;
}

/** Where one command's bytes come from and go to. */
interface Wiring extends Output {
  readonly stdin: Source;
  readonly scope: Scope;
  /** The pipe that it writes to. */
  readonly pipe?: Pipe;
  /** The files that it writes to. */
  readonly written?: Written;
}

interface Called {
  readonly words: readonly [string, ...string[]];
  readonly line: number;
}

const LOOP_LIMIT = 10_000;

class Runner {
  private readonly options: ShellOptions;
  private readonly scope: Scope = { variables: new Map(), code: 0, pipefail: false };
  readonly kubeconfig = createKubeconfig();
  private readonly ports: Ports;
  private readonly listeners = new Set<() => void>();
  private interrupted = false;
  /** Commands that run, but for those that wait for news or for lines. */
  private active = 0;
  private waiting = 0;
  private wasListening = false;

  constructor(options: ShellOptions) {
    this.options = options;
    this.ports = options.ports ?? createPorts();
  }

  get listening(): boolean {
    return this.waiting > 0 && this.active === 0;
  }

  private count(active: number, waiting: number): void {
    this.active += active;
    this.waiting += waiting;
    if (this.listening && !this.wasListening) this.options.onListening?.();
    this.wasListening = this.listening;
  }

  interrupt(): void {
    this.interrupted = true;
    for (const listener of [...this.listeners]) listener();
  }

  async script(text: string, output: Output): Promise<number> {
    this.interrupted = false;
    try {
      return await this.items(parse(text), {
        stdout: (t) => output.stdout(t),
        stderr: (t) => output.stderr(t),
        stdin: textSource(''),
        scope: this.scope,
      });
    } catch (error) {
      if (error instanceof ScriptEnd) {
        this.scope.code = error.code;
        return error.code;
      }
      if (!(error instanceof ShellSyntaxError)) throw error;
      output.stderr(`sh: ${error.message}\n`);
      this.scope.code = 2;
      return 2;
    }
  }

  private async items(items: readonly Item[], wiring: Wiring): Promise<number> {
    let code = 0;
    for (const item of items) {
      if ((item.after === '&&' && code !== 0) || (item.after === '||' && code === 0)) continue;
      const result = await this.pipeline(item.pipeline, wiring);
      code = item.negated ? Number(result === 0) : result;
      wiring.scope.code = code;
      if (wiring.pipe?.full) await wiring.pipe.room();
      this.endIfInterrupted();
      if (wiring.pipe?.broken) throw new BrokenPipe();
      wiring.written?.check();
    }
    return code;
  }

  /** The commands of a pipe run side by side; its code is the last one's. */
  private async pipeline(nodes: readonly Node[], wiring: Wiring): Promise<number> {
    const [only] = nodes;
    if (nodes.length === 1 && only !== undefined) return this.node(only, wiring);
    const pipes = nodes.slice(1).map(() => createPipe());
    const forget = this.onInterrupt(() => pipes.forEach((pipe) => pipe.end()));
    const parts = await Promise.allSettled(
      nodes.map((node, index) => this.part(node, wiring, pipes[index - 1], pipes[index])),
    );
    forget();
    const codes: number[] = [];
    for (const part of parts) {
      if (part.status === 'rejected') throw part.reason;
      codes.push(part.value);
    }
    return this.interrupted ? 130 : ((wiring.scope.pipefail ? codes.findLast((code) => code !== 0) : codes.at(-1)) ?? 0);
  }

  private async part(node: Node, outer: Wiring, from: Pipe | undefined, to: Pipe | undefined): Promise<number> {
    const scope = { ...outer.scope, variables: new Map(outer.scope.variables) };
    // Who reads when the user interrupts doesn't see an end, but ends.
    const stdin = from === undefined ? outer.stdin : watched(from.source, () => this.endIfInterrupted());
    const out = to === undefined ? {} : { pipe: to, stdout: (text: string) => to.write(text) };
    try {
      const code = await this.node(node, { ...outer, scope, stdin, ...out });
      return to?.broken ? 141 : code;
    } catch (error) {
      if (error instanceof ScriptEnd) return error.code;
      if (error instanceof BrokenPipe && to?.broken) return 141;
      throw error;
    } finally {
      from?.close();
      to?.end();
    }
  }

  private endIfInterrupted(): void {
    if (this.interrupted) throw new ScriptEnd(130);
  }

  private onInterrupt(run: () => void): () => void {
    this.listeners.add(run);
    return () => void this.listeners.delete(run);
  }

  private node(node: Node, wiring: Wiring): Promise<number> {
    switch (node.type) {
      case 'simple':
        return this.simple(node, wiring);
      case 'for':
        return this.forLoop(node, wiring);
      case 'while':
        return this.whileLoop(node, wiring);
      case 'if':
        return this.condition(node, wiring);
      case 'redirected':
        return this.redirecting(node.redirects, wiring, (inside) => this.node(node.node, inside));
    }
  }

  private async forLoop(node: Extract<Node, { type: 'for' }>, wiring: Wiring): Promise<number> {
    let code = 0;
    for (const value of await this.expandAll(node.words, wiring)) {
      wiring.scope.variables.set(node.variable, value);
      code = await this.items(node.body, wiring);
    }
    return code;
  }

  private async whileLoop(node: Extract<Node, { type: 'while' }>, wiring: Wiring): Promise<number> {
    let code = 0;
    for (let turn = 0; turn < LOOP_LIMIT; turn++) {
      const passed = (await this.items(node.test, wiring)) === 0;
      if (passed === node.until) return code;
      code = await this.items(node.body, wiring);
    }
    wiring.stderr(`sh: loop ended after ${LOOP_LIMIT} turns\n`);
    return 1;
  }

  private async condition(node: Extract<Node, { type: 'if' }>, wiring: Wiring): Promise<number> {
    for (const branch of node.branches) {
      if ((await this.items(branch.test, wiring)) === 0) return this.items(branch.body, wiring);
    }
    return this.items(node.otherwise, wiring);
  }

  private async simple(node: Extract<Node, { type: 'simple' }>, outer: Wiring): Promise<number> {
    const [name, ...args] = await this.expandAll(node.words, outer);
    return this.redirecting(node.redirects, outer, async (wiring) => {
      const values: [string, string][] = [];
      for (const { name: key, value } of node.assignments) values.push([key, await this.expandText(value, outer)]);
      for (const [key, value] of values) outer.scope.variables.set(key, value);
      return name === undefined ? 0 : this.command({ words: [name, ...args], line: node.line }, wiring);
    });
  }

  private async redirecting(
    redirects: readonly Redirect[],
    outer: Wiring,
    run: (wiring: Wiring) => Promise<number>,
  ): Promise<number> {
    const written = createWritten(this.options.files, outer.written);
    const wiring = await this.redirected(redirects, outer, written);
    if (wiring === undefined) return 1;
    const end = (code: number): number => {
      const refused = written.end();
      refused.forEach((message) => outer.stderr(`sh: ${message}\n`));
      return refused.length > 0 ? 1 : code;
    };
    try {
      return end(await run({ ...wiring, written }));
    } catch (error) {
      const code = end(1);
      if (!written.caused(error)) throw error;
      return code;
    }
  }

  private async redirected(
    redirects: readonly Redirect[],
    outer: Wiring,
    written: Written,
  ): Promise<Wiring | undefined> {
    let wiring = outer;
    for (const { type, from, target } of redirects) {
      const word = type === 'join' ? '' : await this.expandText(target, outer);
      if (type === 'text') wiring = { ...wiring, stdin: textSource(word) };
      else if (type === 'join') {
        const { stdout, stderr } = wiring;
        wiring = from === 2 ? { ...wiring, stderr: stdout } : { ...wiring, stdout: stderr };
      } else if (type === 'in') {
        const content = word === '/dev/null' ? '' : this.options.files.read(normalize(word));
        if (content === undefined) {
          outer.stderr(`sh: ${word}: No such file or directory\n`);
          return undefined;
        }
        wiring = { ...wiring, stdin: textSource(content) };
      } else wiring = this.toFile(wiring, from, word, type === 'append', written);
    }
    return wiring;
  }

  private toFile(
    wiring: Wiring,
    from: Redirect['from'],
    word: string,
    append: boolean,
    written: Written,
  ): Wiring {
    const write = word === '/dev/null' ? () => undefined : written.open(normalize(word), append);
    return { ...wiring, ...(from === 2 ? {} : { stdout: write }), ...(from === 1 ? {} : { stderr: write }) };
  }

  private async command({ words: [name, ...args], line }: Called, wiring: Wiring): Promise<number> {
    if (name === 'exit') throw new ScriptEnd(Number(args[0] ?? wiring.scope.code) & 255);
    if (name === 'set' && args[1] === 'pipefail') wiring.scope.pipefail = !(args[0] ?? '').startsWith('+');
    const run = this.find(name);
    const reading = Object.hasOwn(this.options.commands ?? {}, name) ? 'all' : readingOf(name, args);
    const rest = reading === 'all' ? wiring.stdin.rest() : '';
    const stdin = typeof rest === 'string' ? rest : await rest;
    const scope = this.options.began?.([name, ...args].join(' '), line);
    if (run === undefined) {
      wiring.stderr(unknownCommand(name, Object.keys(this.options.commands ?? {})));
      return 127;
    }
    const counts = Number(reading !== 'lines');
    let waits = 0;
    this.count(counts, 0);
    const listens = (): void => {
      if (waits === 0) this.count(-counts, 1);
      waits = 1;
    };
    try {
      const code = await run(args, this.processFor(wiring, stdin, listens, { ...this.options, ...scope }));
      return this.interrupted ? 130 : code;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      wiring.stderr(`${name}: ${error.message}\n`);
      return 1;
    } finally {
      this.count(waits === 1 ? 0 : -counts, -waits);
    }
  }

  private find(name: string): Command | undefined {
    const own = this.options.commands ?? {};
    return Object.hasOwn(own, name) ? own[name] : builtIns.get(name);
  }

  private processFor(wiring: Wiring, stdin: string, listens: () => void, options: ShellOptions): Process {
    const { pipe, scope, stdout, stderr } = wiring;
    return {
      stdout,
      stderr,
      stdin,
      async line() {
        const line = await wiring.stdin.line();
        if (pipe?.broken) throw new BrokenPipe();
        return line;
      },
      options,
      variable: (name) => scope.variables.get(name),
      assign: (name, value) => void scope.variables.set(name, value),
      ports: this.ports,
      kubeconfig: this.kubeconfig,
      onInterrupt: (run) => {
        const forget = [this.onInterrupt(run), pipe?.onBroken(run)];
        return () => forget.forEach((each) => each?.());
      },
      listens,
    };
  }

  private expandAll(words: readonly Word[], wiring: Wiring): Promise<readonly string[]> {
    return expandAll(words, this.known(wiring));
  }

  private expandText(word: Word, wiring: Wiring): Promise<string> {
    return expandText(word, this.known(wiring));
  }

  private known(wiring: Wiring): Known {
    return {
      variable: (name) => (name === '?' ? String(wiring.scope.code) : wiring.scope.variables.get(name)),
      paths: () => this.options.files.list(),
      calculate: (expression) => arithmetic(expression, wiring.scope.variables),
      output: async (script) => {
        let out = '';
        await this.items(parse(script), {
          ...wiring,
          stdout(text) {
            out += text;
          },
        });
        return out;
      },
    };
  }
}
