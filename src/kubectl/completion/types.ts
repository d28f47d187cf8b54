/** What may be typed at a place of a command line, and what has to be known for that. */

export interface Candidate {
  /** What takes the place of the word so far. */
  readonly text: string;
  /** What is listed in its place. */
  readonly shown?: string;
  /** More of the same word follows (`--output=`, a folder): no blank behind it. */
  readonly open?: boolean;
}

/** A resource as the server has it. */
export interface KnownResource {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
}

/** An object, as far as one completes from it. */
export interface KnownObject {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Of a pod, or of what makes pods. */
  readonly containers: readonly string[];
}

/** What there is to complete from. Looking changes nothing. */
export interface Known {
  /** In the server's order of preference. */
  resources(): readonly KnownResource[];
  objects(kind: string): readonly KnownObject[];
  /** Paths of the workspace. */
  files(): readonly string[];
  /** That of a context of the kubeconfig ('': the current one); '' where it names none. Absent: there is no kubeconfig. */
  namespace?(context: string): string;
}
