/** Runs scripts: expands words, wires pipes and redirects, keeps variables. Time passes only in sleeps and requests. */
import { builtIns, unknownCommand } from './commands/registry.ts';
import { createPorts } from './ports.ts';
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
    get listening() {
      return runner.listening;
    },
  };
}

/** Where one command's bytes go. */
interface Wiring extends Output {
  readonly stdin: string;
}

const LOOP_LIMIT = 10_000;

class Runner {
  private readonly options: ShellOptions;
  private readonly variables = new Map<string, string>();
  private kubeconfig: string | undefined;
  private readonly ports = createPorts();
  private readonly listeners = new Set<() => void>();
  private interrupted = false;
  private lastCode = 0;
  /** Of the command that runs. */
  listening = false;

  constructor(options: ShellOptions) {
    this.options = options;
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
        stdin: '',
      });
    } catch (error) {
      if (error instanceof ScriptEnd) {
        this.lastCode = error.code;
        return error.code;
      }
      if (!(error instanceof ShellSyntaxError)) throw error;
      output.stderr(`sh: ${error.message}\n`);
      this.lastCode = 2;
      return 2;
    }
  }

  private async items(items: readonly Item[], wiring: Wiring): Promise<number> {
    let code = 0;
    for (const item of items) {
      if ((item.after === '&&' && code !== 0) || (item.after === '||' && code === 0)) continue;
      const result = await this.pipeline(item.pipeline, wiring);
      code = item.negated ? Number(result === 0) : result;
      this.lastCode = code;
      if (this.interrupted) throw new ScriptEnd(130);
    }
    return code;
  }

  /** Each command runs to its end before the next one reads: there is one thread, and output is small. */
  private async pipeline(nodes: readonly Node[], wiring: Wiring): Promise<number> {
    let stdin = wiring.stdin;
    let code = 0;
    for (const [index, node] of nodes.entries()) {
      if (index === nodes.length - 1) return this.node(node, { ...wiring, stdin });
      let piped = '';
      code = await this.node(node, {
        ...wiring,
        stdin,
        stdout(text) {
          piped += text;
        },
      });
      if (this.interrupted) return 130;
      stdin = piped;
    }
    return code;
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
    }
  }

  private async forLoop(node: Extract<Node, { type: 'for' }>, wiring: Wiring): Promise<number> {
    let code = 0;
    for (const value of await this.expandAll(node.words, wiring)) {
      this.variables.set(node.variable, value);
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
    const words = await this.expandAll(node.words, outer);
    const written = new Map<string, string>();
    const wiring = await this.redirected(node.redirects, outer, written);
    if (wiring === undefined) return 1;
    const values: [string, string][] = [];
    for (const { name, value } of node.assignments) values.push([name, await this.expandText(value, outer)]);
    const [name, ...args] = words;
    for (const [key, value] of values) this.variables.set(key, value);
    if (name !== undefined) this.options.began?.(words.join(' '), node.line);
    const code = name === undefined ? 0 : await this.command(name, args, wiring);
    for (const [path, text] of written) this.options.files.write(path, text);
    return code;
  }

  private async redirected(
    redirects: readonly Redirect[],
    outer: Wiring,
    written: Map<string, string>,
  ): Promise<Wiring | undefined> {
    let wiring: Wiring = { stdin: outer.stdin, stdout: outer.stdout, stderr: outer.stderr };
    for (const { type, from, target } of redirects) {
      const word = type === 'join' ? '' : await this.expandText(target, outer);
      if (type === 'text') wiring = { ...wiring, stdin: word };
      else if (type === 'join') {
        const { stdout, stderr } = wiring;
        wiring = from === 2 ? { ...wiring, stderr: stdout } : { ...wiring, stdout: stderr };
      } else if (type === 'in') {
        const content = word === '/dev/null' ? '' : this.options.files.read(normalize(word));
        if (content === undefined) {
          outer.stderr(`sh: ${word}: No such file or directory\n`);
          return undefined;
        }
        wiring = { ...wiring, stdin: content };
      } else wiring = this.toFile(wiring, from, word, type === 'append', written);
    }
    return wiring;
  }

  private toFile(
    wiring: Wiring,
    from: Redirect['from'],
    word: string,
    append: boolean,
    written: Map<string, string>,
  ): Wiring {
    const path = normalize(word);
    let write = (_text: string): void => undefined;
    if (word !== '/dev/null') {
      written.set(path, append ? (this.options.files.read(path) ?? '') : '');
      write = (text) => void written.set(path, (written.get(path) ?? '') + text);
    }
    return { ...wiring, ...(from === 2 ? {} : { stdout: write }), ...(from === 1 ? {} : { stderr: write }) };
  }

  private async command(name: string, args: readonly string[], wiring: Wiring): Promise<number> {
    if (name === 'exit') throw new ScriptEnd(Number(args[0] ?? this.lastCode) & 255);
    const run = this.find(name);
    if (run === undefined) {
      wiring.stderr(unknownCommand(name, Object.keys(this.options.commands ?? {})));
      return 127;
    }
    this.listening = false;
    const code = await run(args, this.processFor(wiring));
    this.listening = false;
    return this.interrupted ? 130 : code;
  }

  private find(name: string): Command | undefined {
    const own = this.options.commands;
    if (own !== undefined && Object.hasOwn(own, name)) return own[name];
    return builtIns.get(name);
  }

  private processFor(wiring: Wiring): Process {
    return {
      ...wiring,
      options: this.options,
      variable: (name) => this.variables.get(name),
      assign: (name, value) => void this.variables.set(name, value),
      ports: this.ports,
      kubeconfig: {
        path: '~/.kube/config',
        read: () => this.kubeconfig,
        write: (text) => {
          this.kubeconfig = text;
        },
      },
      onInterrupt: (run) => {
        this.listeners.add(run);
        return () => void this.listeners.delete(run);
      },
      listens: () => {
        this.listening = true;
        this.options.onListening?.();
      },
    };
  }

  private async expandAll(words: readonly Word[], wiring: Wiring): Promise<readonly string[]> {
    const all: string[] = [];
    for (const word of words) all.push(...(await this.expand(word, wiring)));
    return all;
  }

  /** One word as fields: unquoted expansions are split at blanks, unquoted patterns match files. */
  private async expand(word: Word, wiring: Wiring): Promise<readonly string[]> {
    const fields: string[] = [];
    let current: string | undefined;
    let pattern = false;
    for (const part of word) {
      const text = await this.value(part, wiring);
      if (part.type === 'text' || part.quoted) {
        if (part.type === 'text' && !part.quoted && /[*?]/.test(text)) pattern = true;
        current = (current ?? '') + text;
        continue;
      }
      const pieces = text.split(/[ \t\n]+/);
      if (pieces[0] === '' && current !== undefined && pieces.length > 1) fields.push(current);
      const [first = '', ...rest] = pieces;
      current = first === '' ? (pieces.length > 1 ? undefined : current) : (current ?? '') + first;
      for (const piece of rest) {
        if (current !== undefined) fields.push(current);
        current = piece === '' ? undefined : piece;
      }
    }
    if (current !== undefined) fields.push(current);
    return pattern ? fields.flatMap((field) => this.glob(field)) : fields;
  }

  private glob(field: string): readonly string[] {
    const pattern = new RegExp(
      `^${normalize(field)
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[^/]*')
        .replaceAll('?', '[^/]')}$`,
    );
    const found = this.options.files.list().filter((path) => pattern.test(path));
    return found.length > 0 ? found.toSorted() : [field];
  }

  private async expandText(word: Word, wiring: Wiring): Promise<string> {
    let text = '';
    for (const part of word) text += await this.value(part, wiring);
    return text;
  }

  private async value(part: Word[number], wiring: Wiring): Promise<string> {
    if (part.type === 'text') return part.text;
    if (part.type === 'variable') {
      if (part.name === '?') return String(this.lastCode);
      return this.variables.get(part.name) || (part.fallback ?? '');
    }
    let out = '';
    await this.items(parse(part.script), {
      ...wiring,
      stdout(text) {
        out += text;
      },
    });
    return out.replace(/\n+$/, '');
  }
}

function normalize(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}
