/** What a repository on a server holds: commits by their names, and branches that point at them. */

/** A commit as it is pushed. */
export interface NewCommit {
  /** Names of the commits that it follows: none for the first, several for a merge. */
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  /** Since the Unix epoch. */
  readonly timeSeconds: number;
  /** Without the line break at its end. */
  readonly message: string;
  /** All files of the commit: path -> text. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Commit extends NewCommit {
  /** As Git computes it: 40 hexadecimal digits. */
  readonly id: string;
}

export interface Push {
  readonly branch: string;
  /** New commits, each after its parents; the branch then points at the last of them. */
  readonly commits: readonly NewCommit[];
  /** A commit that is there already: the branch is set back to it. Only without `commits`. */
  readonly to?: string;
  /** The branch may lose commits that it had. */
  readonly force: boolean;
}

export type Pushed =
  | { readonly ok: true; readonly id: string }
  /** `behind`: the branch has commits that the pushed ones don't follow. */
  | { readonly ok: false; readonly why: 'behind' | 'unknown parent' | 'nothing to push' };

/** The repositories of a server, by name. One is made by the first push to it. */
export interface Repositories {
  /** Names of the branches and the commits that they point at; undefined: there is no such repository. */
  branches(repository: string): Readonly<Record<string, string>> | undefined;
  /** Also of a commit that no branch leads to any more. */
  commit(repository: string, id: string): Commit | undefined;
  push(repository: string, push: Push): Pushed;
}
