/** The folder of a node that its kubelet reads static pods from, `/etc/kubernetes/manifests`. It is the machine's, and outlives the kubelet. */
export interface Manifests {
  /** Texts in JSON, by the files' names. */
  readonly files: ReadonlyMap<string, string>;
  /** Without a text the file is removed. */
  write(name: string, text?: string): void;
  /** Called when a file has changed. One listener: the kubelet. */
  onChange: (() => void) | undefined;
}

/** Creates it with these files. */
export function createManifests(given: Readonly<Record<string, string>> = {}): Manifests {
  const files = new Map(Object.entries(given));
  const manifests: Manifests = {
    files,
    write(name, text) {
      if (text === undefined) files.delete(name);
      else files.set(name, text);
      manifests.onChange?.();
    },
    onChange: undefined,
  };
  return manifests;
}
