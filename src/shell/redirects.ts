/** What goes into files when a command has ended: all of it, or nothing where it doesn't fit. */
import { DiskError, fileTooLarge, largestFile } from './disk.ts';
import type { Files } from './types.ts';

export interface Written {
  /** From now on what it returns gathers for that file. */
  open(path: string, append: boolean): (text: string) => void;
  /** Ends a script that goes on writing into a file which is too large, as `SIGXFSZ` does. */
  check(): void;
  /** Writes the files; the messages of those that it couldn't. */
  end(): readonly string[];
  /** Whether it is its `check` that threw this. */
  caused(error: unknown): boolean;
}

/** `outer`: those of the commands around it. */
export function createWritten(files: Files, outer: Written | undefined): Written {
  const texts = new Map<string, { readonly append: boolean; text: string; length: number }>();
  const tooLarge = new Error('a file is too large');
  const standing = (path: string, append: boolean): string => (append ? (files.read(path) ?? '') : '');

  return {
    open(path, append) {
      const file = { append, text: '', length: standing(path, append).length };
      texts.set(path, file);
      return (text) => {
        file.length += text.length;
        if (file.length <= largestFile) file.text += text;
      };
    },
    check() {
      outer?.check();
      if ([...texts.values()].some(({ length }) => length > largestFile)) throw tooLarge;
    },
    end: () =>
      [...texts].flatMap(([path, { append, text, length }]) => {
        try {
          if (length > largestFile) throw fileTooLarge(path, length);
          files.write(path, standing(path, append) + text);
          return [];
        } catch (error) {
          if (!(error instanceof DiskError)) throw error;
          return [error.message];
        }
      }),
    caused: (error) => error === tooLarge,
  };
}
