/**
 * A terminal's screen: xterm, its size, its colours, and the link that stands behind it. Screens outlive the view that shows them: the
 * pane makes a view anew each time its tab is opened.
 */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import xtermSheet from '@xterm/xterm/css/xterm.css?url';
import ownSheet from '../../../styles/terminal.css?url';
import type { OpenTerminal, TerminalStatus } from '../../../runtimes/terminal.ts';
import { themeNow, watchTheme } from './theme.ts';
import { type English, tr } from '../../../lesson/words/words.ts';

export interface Screen {
  readonly name: string;
  readonly element: HTMLElement;
  readonly status: TerminalStatus;
  /** Now and whenever it changes; returns what ends that. */
  onStatus(listener: (status: TerminalStatus) => void): () => void;
  /** As if it had been typed. */
  type(data: string): void;
  focus(): void;
  /** Takes the size of the element it stands in. */
  fit(): void;
  readAloud(on: boolean): void;
  /** The last lines, as text. */
  text(): string;
  close(): void;
}

const label: English = 'Terminal. Tab completes what is typed. Escape, then Tab, leaves it.';
const starting: TerminalStatus = { state: 'starting', command: '', words: '', typed: false };
const screens = new Map<string, Promise<Screen>>();

/** The one of this name; made when it is first asked for. */
export function screenOf(name: string, open: OpenTerminal): Promise<Screen> {
  const made = screens.get(name) ?? createScreen(name, open);
  screens.set(name, made);
  made.catch(() => screens.delete(name));
  return made;
}

/** Ends it: the next of this name begins anew. */
export async function forgetScreen(name: string): Promise<void> {
  const made = screens.get(name);
  screens.delete(name);
  (await made)?.close();
}

async function createScreen(name: string, open: OpenTerminal): Promise<Screen> {
  await Promise.all([xtermSheet, ownSheet].map(addSheet));
  const terminal = await createXterm();
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  const element = document.createElement('div');
  element.className = 'xterm-place';
  const link = await open(name);
  const listeners = new Set<(status: TerminalStatus) => void>();
  let status = starting;
  let opened = false;

  link.onData((data) => terminal.write(data));
  link.onStatus((now) => {
    status = now;
    for (const listener of [...listeners]) listener(now);
  });
  terminal.onData((data) => link.write(data));
  terminal.onResize(({ cols, rows }) => link.resize(cols, rows));
  watchTheme(() => {
    terminal.options.theme = themeNow();
  });
  letFocusLeave(terminal, () => status.typed ?? status.state === 'program');

  function show(): void {
    if (opened || !element.isConnected) return;
    opened = true;
    terminal.open(element);
    terminal.textarea?.setAttribute('aria-label', tr(label));
    // Where pastes begin and end is told, so that a paste of many lines runs them one by one.
    terminal.write('\x1b[?2004h');
  }

  return {
    name,
    element,
    get status() {
      return status;
    },
    onStatus(listener) {
      listeners.add(listener);
      listener(status);
      return () => void listeners.delete(listener);
    },
    type: (data) => link.write(data),
    focus: () => terminal.focus(),
    fit() {
      show();
      if (!opened || element.clientWidth === 0 || element.clientHeight === 0) return;
      fit.fit();
      link.resize(terminal.cols, terminal.rows);
    },
    readAloud(on) {
      terminal.options.screenReaderMode = on;
    },
    text: () => lastLines(terminal),
    close() {
      link.close();
      terminal.dispose();
    },
  };
}

/** An xterm in the page's type and colors, not yet in the page. */
async function createXterm(): Promise<Terminal> {
  const font = getComputedStyle(document.documentElement).getPropertyValue('--mono');
  // Letters are measured once: the font has to be there.
  await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 14px ${font}`))).catch(() => undefined);
  return new Terminal({
    fontFamily: font,
    fontSize: 14,
    lineHeight: 1.35,
    scrollback: 5_000,
    cursorBlink: false,
    cursorStyle: 'bar',
    theme: themeNow(),
    minimumContrastRatio: 4.5,
    macOptionIsMeta: true,
    // The view says it better, in a region of its own.
    screenReaderMode: false,
  });
}

/** Tab is for what is typed; where there is nothing to complete, or after Escape, it moves the focus on as anywhere else. */
function letFocusLeave(terminal: Terminal, takesTab: () => boolean): void {
  let escaped = false;
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return !(event.key === 'Tab' && (escaped || !takesTab()));
    if (event.key !== 'Tab') {
      if (event.key !== 'Shift') escaped = event.key === 'Escape';
      // The browser's own: copying what is chosen.
      return !(event.ctrlKey && event.key.toLowerCase() === 'c' && (event.shiftKey || terminal.hasSelection()));
    }
    return !(escaped || event.shiftKey || !takesTab());
  });
}

function lastLines(terminal: Terminal): string {
  const buffer = terminal.buffer.active;
  const lines: string[] = [];
  for (let row = Math.max(0, buffer.length - 400); row < buffer.length; row += 1) {
    const line = buffer.getLine(row);
    const text = line?.translateToString(true) ?? '';
    if (line?.isWrapped === true && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines.join('\n').trimEnd();
}

function addSheet(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    // It can be typed into without it, though it looks odd.
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
