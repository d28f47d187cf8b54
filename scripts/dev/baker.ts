/** The process that runs changed lessons for `npm run dev`. */
import { startTool, type Tool } from '../machine/tools.ts';

/**
 * It has loaded everything before it is told what to run, and stays: code that has run before runs several times as fast. One that a lesson's
 * mistake has ended is followed by the next.
 */
export class Baker {
  #tool: Tool = start();

  /** Runs a lesson's cells and writes what they printed. Resolves also after a mistake, which is printed; the page then keeps what it had. */
  async bake(slug: string): Promise<void> {
    const { child, ended } = this.#tool;
    const done = new Promise<void>((resolve) => child.once('message', () => resolve()));
    child.send(slug);
    const failed = await Promise.race([done.then(() => false), ended.then(() => true)]);
    if (failed && this.#tool.child === child) this.renew();
  }

  /** What runs cells has changed: it is loaded again. */
  renew(): void {
    this.stop();
    this.#tool = start();
  }

  stop(): void {
    this.#tool.child.kill();
  }
}

const start = (): Tool => startTool(process.execPath, ['scripts/bake-lessons.ts', '--wait'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
