/** Files and outputs whose use costs CPU time (`cpu-time.ts`), whichever program uses them. */
import type { Files, Output } from '../engine/index.ts';
import type { CpuTime } from './cpu-time.ts';
import type { Host } from './host.ts';

/** Of a call, and of characters of a pipe: 32 of them cost a step. */
const callSteps = 8;
const charsShift = 5;
/** What is shown or logged is cut into lines, kept and drawn: each character costs a step. */
const shownCharsShift = 0;

/** The same host, whose files, output and log cost CPU time. */
export function meteredHost(host: Host, cpu: CpuTime): Host {
  const output = new MeteredOutput(host.stdio.output, cpu, shownCharsShift);
  const error =
    host.stdio.error === host.stdio.output ? output : new MeteredOutput(host.stdio.error, cpu, shownCharsShift);
  const own: Pick<Host, 'files' | 'stdio'> = {
    files: meteredFiles(host, cpu),
    stdio: { ...host.stdio, output, error },
  };
  // Its other members may change with time: they are looked up in it.
  return Object.assign(Object.create(host), own);
}

/** Text that is gathered. */
export function meteredOutput(target: Output, cpu: CpuTime): Output {
  return new MeteredOutput(target, cpu, charsShift);
}

class MeteredOutput implements Output {
  readonly #target: Output;
  readonly #cpu: CpuTime;
  readonly #shift: number;

  constructor(target: Output, cpu: CpuTime, shift: number) {
    this.#target = target;
    this.#cpu = cpu;
    this.#shift = shift;
  }

  get broken(): boolean {
    return this.#target.broken;
  }

  get full(): boolean {
    return this.#target.full === true;
  }

  onRoom(wake: () => void): void {
    if (this.#target.onRoom === undefined) wake();
    else this.#target.onRoom(wake);
  }

  write(bytes: string): void {
    this.#cpu.charge(callSteps + (bytes.length >> this.#shift));
    this.#target.write(bytes);
  }
}

/**
 * A pipe's writing end. Until it is opened it takes one write: whoever writes without end lets the reader begin first, which may be gone soon.
 */
export class PipeOutput extends MeteredOutput {
  #isOpen = false;
  #isWritten = false;
  #waiting: (() => void)[] = [];

  constructor(target: Output, cpu: CpuTime) {
    super(target, cpu, charsShift);
  }

  override get full(): boolean {
    return super.full || (!this.#isOpen && this.#isWritten);
  }

  override onRoom(wake: () => void): void {
    if (this.#isOpen) super.onRoom(wake);
    else this.#waiting.push(wake);
  }

  override write(bytes: string): void {
    this.#isWritten = true;
    super.write(bytes);
  }

  /** The reader has begun. */
  open(): void {
    this.#isOpen = true;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function meteredFiles({ files, limits }: Pick<Host, 'files' | 'limits'>, cpu: CpuTime): Files {
  const charge = (more = 0): void => cpu.charge(callSteps + more + (limits.lookupSteps?.() ?? 0));
  return {
    // Whoever goes through the content counts that.
    read(path) {
      charge();
      return files.read(path);
    },
    list(path) {
      const names = files.list(path);
      charge(callSteps * (names?.length ?? 0));
      return names;
    },
    stat(path) {
      charge();
      return files.stat(path);
    },
    write(path, content, mode) {
      charge();
      return files.write(path, content, mode);
    },
    makeFolder(path) {
      charge();
      return files.makeFolder(path);
    },
    remove(path) {
      charge();
      return files.remove(path);
    },
  };
}
