/** Spelling and style of a file's texts (retext), by the rules and the words of this project. */
import dictionary from 'dictionary-en';
import type { Nodes, Root } from 'nlcst';
import { toString as textOf } from 'nlcst-to-string';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import retextSpell from 'retext-spell';
import { type Processor, unified } from 'unified';
import { VFile } from 'vfile';
import { type Block, codeWord, type Task } from './blocks.ts';
import { bannedWords } from './words.ts';

export interface Finding {
  readonly line: number;
  readonly words: string;
  readonly write: string;
}

/** In a lesson: from the title to the first thing to do, and from one thing to do to the next. */
const wordsToFirstTask = 120;
const wordsBetweenTasks = 110;
const wordsInSentence = 28;

/** Names and symbols the dictionary can't know: `web-xl6cn`, `kube-proxy`, `etcd/raft`, `ReplicaSet`, `v1`, `t=20s`. */
const isName = (word: string): boolean => /[\d_/.@=:]|[a-z][A-Z]|^[A-Z]{2,}(?:’s|'s|s)?$/.test(word);

const isAllowed = (word: string, allowed: ReadonlySet<string>): boolean => allowed.has(word.toLowerCase().replace(/[’']s$|[’']$/, ''));

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
const isTask = (part: Block | Task): part is Task => 'task' in part;

type Checker = (blocks: readonly Block[]) => Promise<readonly Finding[]>;

/** Checks the texts of a file; `allowed`: words that aren't in the dictionary, which is read once. */
export function proseChecker(allowed: readonly string[]): Checker {
  // No suggestions, which take most of the time; 0 would be read as the default.
  const max = -1;
  const checker = unified()
    .use(retextEnglish)
    .use(retextSpell, { dictionary, personal: codeWord, normalizeApostrophes: true, max })
    .use(retextRepeatedWords)
    .use(retextIndefiniteArticle)
    .freeze();
  const known = new Set(allowed.map((word) => word.toLowerCase()));
  return (blocks) => check(checker, known, blocks);
}

async function check(checker: Processor<Root, Root, Root>, allowed: ReadonlySet<string>, blocks: readonly Block[]): Promise<readonly Finding[]> {
  // A block a paragraph: two lines each, so that a line says which block it is, and a column which line of the block.
  const file = new VFile(blocks.map(({ text }) => text.replace(/\s/g, ' ')).join('\n\n'));
  const tree = checker.parse(file);
  await checker.run(tree, file);
  const findings: Finding[] = [];
  for (const { line = 1, column = 1, actual, source, reason, expected } of file.messages) {
    const block = blocks[((line ?? 1) - 1) / 2];
    if (block === undefined || reason.includes(codeWord)) continue;
    const words = actual ?? '';
    if (words === '') continue;
    const at = lineAt(block, (column ?? 1) - 1);
    if (source !== 'retext-spell') findings.push({ line: at, words, write: expected?.join(' or ') || reason });
    else if (!isName(words) && !isAllowed(words, allowed)) findings.push({ line: at, words, write: newWord });
  }
  for (const block of blocks) {
    for (const { word, write } of bannedWords) {
      for (const found of block.text.matchAll(word)) findings.push({ line: lineAt(block, found.index), words: found[0], write });
    }
  }
  return findings.toSorted((a, b) => a.line - b.line);
}

const newWord = 'a word of the dictionary, or add it to tests/prose/allowed.txt';
const lineAt = ({ line, text }: Block, at: number): number => line + text.slice(0, at).split('\n').length - 1;

/** Sentences that are too long to be read aloud once. */
export function longSentences(blocks: readonly Block[]): readonly Finding[] {
  const english = unified().use(retextEnglish);
  return blocks.flatMap(({ line, text }) => {
    const sentences: string[] = [];
    const visit = (node: Nodes): void => {
      if (node.type === 'SentenceNode') sentences.push(textOf(node));
      else if ('children' in node) for (const child of node.children) visit(child);
    };
    visit(english.parse(text.replace(/\s+/g, ' ').trim()) as Nodes);
    return sentences
      .filter((sentence) => wordsIn(sentence) > wordsInSentence)
      .map((sentence) => ({ line, words: `${sentence.slice(0, 60)}…`, write: `two sentences: this one has ${wordsIn(sentence)} words, ${wordsInSentence} are enough` }));
  });
}

/** How far a lesson's reader has to read before there is something to do. */
export function stretches(parts: readonly (Block | Task)[], bodyLine: number): readonly Finding[] {
  const findings: Finding[] = [];
  let words = 0;
  let line = bodyLine;
  let limit = wordsToFirstTask;
  for (const part of parts) {
    if (part.line < bodyLine) continue;
    if (!isTask(part)) {
      if (part.aside !== true) words += wordsIn(part.text);
      continue;
    }
    if (words > limit) findings.push({ line, words: `words before the ${part.task}`, write: `at most ${limit} of them: there are ${words} up to line ${part.line}` });
    words = 0;
    line = part.line;
    limit = wordsBetweenTasks;
  }
  return findings;
}
