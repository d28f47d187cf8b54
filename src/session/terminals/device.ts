/** The device between a terminal and the program in its foreground: what was typed, and the size of the screen. */
import type { ShellOptions } from '../../shell/types.ts';

export interface Device {
  /** What the shell's commands read from. */
  readonly terminal: NonNullable<ShellOptions['terminal']>;
  /** A program reads what is typed. */
  reading(): boolean;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** No program reads from it any more. */
  disconnect(): void;
}

/** `changed`: called when a program begins or ends reading. */
export function createDevice(changed: () => void): Device {
  const typed = new Set<(text: string) => void>();
  const resized = new Set<() => void>();
  const size = { columns: 80, rows: 24 };
  return {
    terminal: {
      onInput(listener) {
        typed.add(listener);
        changed();
        return () => {
          typed.delete(listener);
          changed();
        };
      },
      onResize(listener) {
        resized.add(listener);
        return () => void resized.delete(listener);
      },
      get columns() {
        return size.columns;
      },
      get rows() {
        return size.rows;
      },
    },
    reading: () => typed.size > 0,
    type(text) {
      for (const listener of [...typed]) listener(text);
    },
    resize(columns, rows) {
      Object.assign(size, { columns, rows });
      for (const listener of [...resized]) listener();
    },
    disconnect() {
      typed.clear();
      resized.clear();
    },
  };
}
