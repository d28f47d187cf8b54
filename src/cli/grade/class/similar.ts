/**
 * Which answers to one exercise are alike, by fingerprints of their tokens (winnowing, as Dolos and MOSS do it): other names, other comments
 * and moved functions change nothing. What the lesson gives isn't counted. A mark is a reason to read both, and no more. TypeScript alone is
 * compared: repaired manifests, commands and diagnoses are alike where they are right.
 */
import { File, FingerprintIndex, Region, TokenizedFile } from '@dodona/dolos-core';
import ts from 'typescript';

export interface Answer {
  /** The file that was handed in. */
  readonly file: string;
  /** The graded file of the exercise. */
  readonly text: string;
}

export interface Likeness {
  readonly left: string;
  readonly right: string;
  /** 0 to 1: how much of both is in the other, too. 1: all, but for comments and spaces. */
  readonly share: number;
}

/** Tokens of one fingerprint, and how many neighbors the kept one is the smallest of. */
const tokensTogether = 12;
const window = 6;
/** Alike from here on. */
const alikeFrom = 0.85;
/** An answer with fewer fingerprints of its own, or tokens, is too short to be told from another's. */
const fewestFingerprints = 12;
const fewestTokens = 60;
/** What more of a class than this have in common is the exercise's doing; in a small class, what more than so many have. */
const commonShare = 0.3;
const commonAtLeast = 6;

/** @param path Of the graded file. @param given Texts that the lesson gives. Most alike first. */
export function findAlike(answers: readonly Answer[], path: string, given: readonly string[]): readonly Likeness[] {
  if (!path.endsWith('.ts')) return [];
  const found = new Map<string, Likeness>();
  for (const likeness of [...sameTexts(answers, given), ...sharedFingerprints(answers, given)]) {
    const name = pairName(likeness.left, likeness.right);
    if (!found.has(name)) found.set(name, likeness);
  }
  return [...found.values()].sort((a, b) => b.share - a.share);
}

/** Of two files: no path has this character. */
const pairName = (left: string, right: string): string => `${left}\0${right}`;

/** The same tokens, names and all. */
function sameTexts(answers: readonly Answer[], given: readonly string[]): readonly Likeness[] {
  const joined = (text: string): string => tokensOf(text, true).join(' ');
  const own = new Set(given.map(joined));
  const first = new Map<string, string>();
  return answers.flatMap(({ file, text }): readonly Likeness[] => {
    const tokens = joined(text);
    if (own.has(tokens) || tokens.split(' ').length < fewestTokens) return [];
    const left = first.get(tokens);
    if (left === undefined) first.set(tokens, file);
    return left === undefined ? [] : [{ left, right: file, share: 1 }];
  });
}

/** Below 1: names may differ. */
const mostByFingerprints = 0.99;

function sharedFingerprints(answers: readonly Answer[], given: readonly string[]): readonly Likeness[] {
  const index = new FingerprintIndex(tokensTogether, window, false, Math.max(commonAtLeast, Math.ceil(answers.length * commonShare)));
  index.addFiles(answers.map(({ file, text }) => tokenized(file, text)));
  for (const text of given) index.addIgnoredFile(tokenized('given', text));
  const own = new Map(index.entries().map(({ file, shared }) => [file.path, shared.size]));
  const together = new Map<string, number>();
  for (const fingerprint of index.sharedFingerprints()) {
    if (fingerprint.ignored) continue;
    const files = [...new Set(fingerprint.files().map((file) => file.path))];
    for (const [place, left] of files.entries())
      for (const right of files.slice(place + 1)) together.set(pairName(left, right), (together.get(pairName(left, right)) ?? 0) + 1);
  }
  return [...together].flatMap(([name, count]): readonly Likeness[] => {
    const [left = '', right = ''] = name.split('\0');
    const sizes = [own.get(left) ?? 0, own.get(right) ?? 0];
    const share = (2 * count) / sizes.reduce((sum, size) => sum + size);
    return Math.min(...sizes) < fewestFingerprints || share < alikeFrom ? [] : [{ left, right, share: Math.min(share, mostByFingerprints) }];
  });
}

function tokenized(file: string, text: string): TokenizedFile {
  const tokens = tokensOf(text, false);
  // Where they stand doesn't matter here.
  return new TokenizedFile(new File(file, ''), [...tokens], tokens.map((_token, place) => new Region(0, place, 0, place + 1)));
}

/** Without comments and spaces. `named`: names and values as they stand; else their kinds alone. */
function tokensOf(text: string, named: boolean): readonly string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const tokens: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isPlain = kind >= ts.SyntaxKind.FirstReservedWord || kind <= ts.SyntaxKind.LastPunctuation;
    tokens.push(named || (isPlain && kind >= ts.SyntaxKind.FirstPunctuation) ? scanner.getTokenText().replaceAll(/\s+/g, '') : String(kind));
  }
  return tokens;
}
