/** Carries out Go templates (text/template/exec.go) over decoded JSON. */
import type { Json } from '../../engine/index.ts';
import { FunctionError, functions } from './functions.ts';
import type { Branch, Node, Operand, Pipeline, Template } from './parse.ts';
import { Int, isMap, isSlice, isTrue, plain, typeOf, type Value, wholeNumber } from './value.ts';

/** Thrown where a template doesn't fit the data, with Go's words. */
export class TemplateError extends Error {
  /** What had been printed before. */
  readonly printed: string;
  constructor(message: string, printed: string) {
    super(message);
    this.printed = printed;
  }
}

/** The template's text for this value. `allowMissing`: absent fields print `<no value>`. Throws a TemplateError. */
export function executeTemplate(template: Template, data: Json, allowMissing: boolean): string {
  return new Execution(template, allowMissing).run(data);
}

interface Variable {
  readonly name: string;
  value: Value;
}

class Jump extends Error {
  readonly type: 'break' | 'continue';
  constructor(type: 'break' | 'continue') {
    super(type);
    this.type = type;
  }
}

const MOST_DEPTH = 1000;

class Execution {
  private readonly template: Template;
  private readonly allowMissing: boolean;
  private scope: Variable[] = [];
  private out = '';
  private name = 'output';
  private depth = 0;

  constructor(template: Template, allowMissing: boolean) {
    this.template = template;
    this.allowMissing = allowMissing;
  }

  run(data: Value): string {
    this.scope = [{ name: '$', value: data }];
    this.list(this.template.nodes, data);
    return this.out;
  }

  private fail(node: { readonly at: number; readonly source: string }, message: string): never {
    const before = this.template.text.slice(0, node.at);
    const line = before.split('\n').length;
    const column = before.length - (before.lastIndexOf('\n') + 1);
    const source = node.source.length > 20 ? `${node.source.slice(0, 20)}...` : node.source;
    const where = `template: output:${line}:${column}: executing "${this.name}" at <${source}>`;
    throw new TemplateError(`${where}: ${message}`, this.out);
  }

  private list(nodes: readonly Node[], dot: Value): void {
    for (const node of nodes) this.node(node, dot);
  }

  private node(node: Node, dot: Value): void {
    switch (node.type) {
      case 'text':
        this.out += node.text;
        return;
      case 'print': {
        const value = this.pipeline(node.pipeline, dot);
        if (node.pipeline.variables.length === 0)
          this.out += value === undefined || value === null ? '<no value>' : plain(value);
        return;
      }
      case 'break':
      case 'continue':
        throw new Jump(node.type);
      case 'template':
        this.call(node, dot);
        return;
      case 'range':
        this.scoped(() => this.range(node, dot));
        return;
      default:
        this.scoped(() => {
          const value = this.pipeline(node.pipeline, dot);
          if (isTrue(value)) this.list(node.body, node.type === 'with' ? value : dot);
          else this.list(node.otherwise, dot);
        });
    }
  }

  private scoped(run: () => void): void {
    const { length } = this.scope;
    try {
      run();
    } finally {
      this.scope.length = length;
    }
  }

  private call({ name, pipeline, at }: Extract<Node, { type: 'template' }>, dot: Value): void {
    const nodes = this.template.named.get(name);
    const placed = { at, source: `{{template ${JSON.stringify(name)}}}` };
    if (nodes === undefined) return this.fail(placed, `template ${JSON.stringify(name)} not defined`);
    if (this.depth >= MOST_DEPTH) this.fail(placed, 'exceeded maximum template depth (100000)');
    const value = pipeline === undefined ? undefined : this.pipeline(pipeline, dot);
    const [scope, outer] = [this.scope, this.name];
    this.scope = [{ name: '$', value }];
    this.name = name;
    this.depth += 1;
    this.list(nodes, value);
    this.depth -= 1;
    [this.scope, this.name] = [scope, outer];
  }

  private range(node: Branch, dot: Value): void {
    const { pipeline } = node;
    const value = this.value(pipeline, dot);
    const pairs = this.pairs(node, value);
    if (pairs.length === 0) return this.list(node.otherwise, dot);
    const [first, second] = pipeline.variables;
    for (const [key, element] of pairs) {
      try {
        this.scoped(() => {
          if (second !== undefined) {
            this.set(pipeline, first ?? '', key);
            this.set(pipeline, second, element);
          } else if (first !== undefined) this.set(pipeline, first, element);
          this.list(node.body, element);
        });
      } catch (error) {
        if (!(error instanceof Jump)) throw error;
        if (error.type === 'break') return;
      }
    }
  }

  private pairs({ pipeline }: Branch, value: Value): readonly (readonly [Value, Value])[] {
    if (value === undefined || value === null) return [];
    if (isSlice(value)) return value.map((element, index) => [new Int(index), element] as const);
    const count = wholeNumber(value);
    if (count !== undefined)
      return Array.from({ length: Math.max(0, count) }, (_, index) => [new Int(index), new Int(index)] as const);
    if (isMap(value))
      return Object.keys(value)
        .sort()
        .map((key) => [key, value[key]] as const);
    const [first] = pipeline.commands[0] ?? [];
    return this.fail(first ?? { at: 0, source: '' }, `range can't iterate over ${plain(value)}`);
  }

  private set(pipeline: Pipeline, name: string, value: Value): void {
    const known = pipeline.assign ? this.scope.findLast((each) => each.name === name) : undefined;
    if (known === undefined) this.scope.push({ name, value });
    else known.value = value;
  }

  /** Its value, given to the variables it declares. */
  private pipeline(pipeline: Pipeline, dot: Value): Value {
    const value = this.value(pipeline, dot);
    for (const name of pipeline.variables) this.set(pipeline, name, value);
    return value;
  }

  private value(pipeline: Pipeline, dot: Value): Value {
    let value: Value;
    pipeline.commands.forEach((operands, index) => {
      value = this.command(operands, dot, index > 0 ? [value] : []);
    });
    return value;
  }

  private command(operands: readonly Operand[], dot: Value, piped: readonly Value[]): Value {
    const [first, ...rest] = operands;
    if (first === undefined) return undefined;
    if (first.type === 'function') return this.apply(first, rest, dot, piped);
    if (rest.length > 0 || piped.length > 0) {
      if (first.type === 'nil') this.fail(first, 'nil is not a command');
      if (first.type === 'field') this.fail(first, `${first.path.at(-1) ?? ''} is not a method but has arguments`);
      this.fail(first, `can't give argument to non-function ${first.source}`);
    }
    if (first.type === 'nil') this.fail(first, 'nil is not a command');
    return this.operand(first, dot);
  }

  private apply(
    node: Extract<Operand, { type: 'function' }>,
    rest: readonly Operand[],
    dot: Value,
    piped: readonly Value[],
  ): Value {
    const found = functions[node.name];
    if (found === undefined) return this.fail(node, `"${node.name}" is not a defined function`);
    const count = rest.length + piped.length;
    if (count < found.least || count > (found.most ?? count)) {
      const wanted = found.most === undefined ? `at least ${found.least}` : String(found.least);
      this.fail(node, `wrong number of args for ${node.name}: want ${wanted} got ${count}`);
    }
    const args: Value[] = [];
    for (const operand of rest) {
      const value = this.operand(operand, dot);
      args.push(value);
      if (node.name === 'and' && !isTrue(value)) return value;
      if (node.name === 'or' && isTrue(value)) return value;
    }
    try {
      return found.call([...args, ...piped]);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      const place = { ...node, source: [node.source, ...rest.map((each) => each.source)].join(' ') };
      const type = /^wrong type for value/.test(error.message);
      return this.fail(
        type ? (rest.at(-1) ?? node) : place,
        type ? error.message : `error calling ${node.name}: ${error.message}`,
      );
    }
  }

  private operand(node: Operand, dot: Value): Value {
    switch (node.type) {
      case 'dot':
        return dot;
      case 'nil':
        return null;
      case 'text':
      case 'bool':
        return node.value;
      case 'number':
        return node.integer ? new Int(node.value) : node.value;
      case 'field':
        return this.fields(node, dot, node.path);
      case 'variable':
        return this.fields(node, this.scope.findLast((each) => each.name === node.name)?.value, node.path);
      case 'group':
        return this.fields(node, this.value(node.pipeline, dot), node.path);
      case 'function':
        return this.apply(node, [], dot, []);
    }
  }

  private fields(node: Operand, start: Value, path: readonly string[]): Value {
    let value = start;
    for (const name of path) {
      if (value === undefined) {
        if (!this.allowMissing) this.fail(node, `nil data; no entry for key "${name}"`);
        return undefined;
      }
      if (value === null) return this.fail(node, `nil pointer evaluating interface {}.${name}`);
      if (!isMap(value)) return this.fail(node, `can't evaluate field ${name} in type ${fieldType(value)}`);
      if (Object.hasOwn(value, name)) value = value[name];
      else if (this.allowMissing) value = undefined;
      else this.fail(node, `map has no entry for key "${name}"`);
    }
    return value;
  }
}

/** What stands in decoded JSON is an interface to Go. */
function fieldType(value: Value): string {
  return value instanceof Int ? typeOf(value) : 'interface {}';
}
