/**
 * Shiki with the page's few grammars: colors code line by line, and after an edit only what the edit has changed. Used by
 * the build, and in the page where a text changes; there it comes with the editor.
 */
import { codeToTokensBase, createShikiPrimitive, type GrammarState, getLastGrammarState, type LanguageRegistration, type RegexEngine } from 'shiki/core';
import type { Language } from './language.ts';
import type { Line, Token } from './lines.ts';
import { inkTheme, kindOf } from './theme.ts';

/** A line, its tokens, and where the grammar stood when it ended. */
export interface TokenizedLine {
  readonly text: string;
  readonly tokens: Line;
  readonly after: GrammarState | undefined;
}

/** `before`: what came of an earlier text; what hasn't changed since is taken from it. */
export type Tokenizer = (lines: readonly string[], before?: readonly TokenizedLine[]) => readonly TokenizedLine[];

interface Grammar {
  readonly langs: LanguageRegistration[];
  readonly engine: RegexEngine;
}

/**
 * TypeScript, which most exercises are written in, has its patterns in JavaScript's notation, so that the page fetches no
 * translator of them (15 KB). The shell's lose flags and here-documents that way.
 */
const grammars: Readonly<Record<Exclude<Language, 'text'>, () => Promise<Grammar>>> = {
  ts: async () => {
    const [{ default: langs }, { createJavaScriptRawEngine }] = await Promise.all([
      import('@shikijs/langs-precompiled/typescript'),
      import('@shikijs/engine-javascript/raw'),
    ]);
    return { langs, engine: createJavaScriptRawEngine() };
  },
  yaml: async () => translated((await import('shiki/langs/yaml.mjs')).default),
  sh: async () => translated((await import('shiki/langs/shellscript.mjs')).default),
};

async function translated(langs: LanguageRegistration[]): Promise<Grammar> {
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  return { langs, engine: createJavaScriptRegexEngine({ forgiving: true }) };
}

/** A longer line stays plain: nobody reads it, and a hostile one could hold the page up. */
const maxLineLength = 1000;

const loaded = new Map<Language, Promise<Tokenizer>>();

export function loadTokenizer(language: Language): Promise<Tokenizer> {
  if (language === 'text') return Promise.resolve(plainTokenizer);
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const loading = grammars[language]().then(({ langs, engine }) => {
    const primitive = createShikiPrimitive({ themes: [inkTheme], langs, engine });
    const lang = langs.at(-1)?.name ?? language;
    return tokenizer((text, grammarState) => {
      // No limit of time: a line that stops early, as the first may on a busy machine, leaves all after it in its comment.
      const options = { lang, theme: 'ink', tokenizeMaxLineLength: maxLineLength, tokenizeTimeLimit: 0 };
      const tokens = codeToTokensBase(primitive, text, grammarState === undefined ? options : { ...options, grammarState });
      const line = tokens.flat().map(({ content, color }): Token => {
        const kind = kindOf(color);
        return kind === undefined ? { text: content } : { kind, text: content };
      });
      return { text, tokens: merged(line), after: getLastGrammarState(primitive, tokens) };
    });
  });
  loaded.set(language, loading);
  // What couldn't be fetched is tried again the next time.
  loading.catch(() => loaded.delete(language));
  return loading;
}

/** Without colors. */
const plainTokenizer: Tokenizer = (lines) => lines.map((text) => ({ text, tokens: text === '' ? [] : [{ text }], after: undefined }));

function tokenizer(step: (text: string, before: GrammarState | undefined) => TokenizedLine): Tokenizer {
  return (lines, before = []) => {
    const done: TokenizedLine[] = [];
    let state: GrammarState | undefined;
    // A line of the earlier text is the same line still when its text is, and the grammar arrives at it in the same state.
    const shift = before.length - lines.length;
    let from = 0;
    while (from < lines.length && lines[from] === before[from]?.text) from += 1;
    done.push(...before.slice(0, from));
    state = done.at(-1)?.after;
    let end = lines.length;
    while (end > from && end + shift > from && lines[end - 1] === before[end + shift - 1]?.text) end -= 1;
    for (let at = from; at < lines.length; at += 1) {
      if (at >= end && sameState(state, before[at + shift - 1]?.after)) return [...done, ...before.slice(at + shift)];
      const line = step(lines[at] ?? '', state);
      done.push(line);
      state = line.after;
    }
    return done;
  };
}

function sameState(a: GrammarState | undefined, b: GrammarState | undefined): boolean {
  const stack = a?.getInternalStack();
  const other = b?.getInternalStack();
  return stack !== undefined && other !== undefined && stack.equals(other);
}

/** Neighbors of one kind become one token. */
function merged(line: Line): Line {
  const tokens: Token[] = [];
  for (const token of line) {
    const last = tokens.at(-1);
    if (last !== undefined && last.kind === token.kind) tokens[tokens.length - 1] = { ...last, text: last.text + token.text };
    else tokens.push(token);
  }
  return tokens;
}
