/** A terminal of the container's own: `jsh`, whose PATH has kubectl and etcdctl. */
import type { WebContainer } from '@webcontainer/api';
import type { TerminalLink, TerminalStatus } from '../terminal.ts';
import { kubeconfigFile, programsFolder } from './layout.ts';
import { withTimeout } from './with-timeout.ts';

/** What jsh prints when it takes input, where it was started with `--osc`. */
const interactive = `${String.fromCharCode(27)}]654;interactive${String.fromCharCode(7)}`;
const startWithinMs = 15_000;

export async function openShell(container: WebContainer): Promise<TerminalLink> {
  const process = await withTimeout(
    container.spawn('/bin/jsh', ['--osc'], {
      env: { PATH: `${container.workdir}/${programsFolder}:${container.path}`, KUBECONFIG: `${container.workdir}/${kubeconfigFile}` },
      terminal: { cols: 80, rows: 24 },
    }),
    startWithinMs,
    'The WebContainer’s shell did not start.',
  );
  const data = new Set<(text: string) => void>();
  const statuses = new Set<(status: TerminalStatus) => void>();
  const input = process.input.getWriter();
  let status: TerminalStatus = { state: 'starting', command: '', words: '' };
  /** What came before anybody listened. */
  let unheard = '';

  function enter(next: TerminalStatus): void {
    status = next;
    for (const heard of [...statuses]) heard(status);
  }

  function show(text: string): void {
    // What it prints in between is its own business: it may be a prompt or a program that reads.
    if (status.state === 'starting' && text.includes(interactive)) enter({ state: 'program', command: 'jsh', words: 'What it does to the cluster and to files is part of the session.' });
    const shown = text.replaceAll(interactive, '');
    if (data.size === 0) unheard += shown;
    else for (const heard of [...data]) heard(shown);
  }

  void process.output.pipeTo(new WritableStream({ write: show })).catch(() => undefined);
  const ended = (): void => enter({ state: 'ended', command: '', words: 'The shell has ended.' });
  void process.exit.then(ended, ended);

  return {
    write: (text) => void input.write(text).catch(() => undefined),
    resize: (columns, rows) => process.resize({ cols: columns, rows }),
    onData(listener) {
      data.add(listener);
      if (unheard !== '') listener(unheard);
      unheard = '';
      return () => void data.delete(listener);
    },
    onStatus(listener) {
      statuses.add(listener);
      listener(status);
      return () => void statuses.delete(listener);
    },
    close: () => process.kill(),
  };
}
