/** A shell's kubeconfig: what `kubectl config` changes lives as long as the shell. */
import { contextNamespace } from '../kubectl/config/kubeconfig.ts';

export interface OwnKubeconfig {
  /** Where it is said to lie. */
  readonly path: string;
  /** Undefined as long as the built-in one is unchanged. */
  read(): string | undefined;
  write(text: string): void;
  /** That of a context ('': the current one); '' where it names none. */
  namespace(context: string): string;
}

export function createKubeconfig(): OwnKubeconfig {
  let content: string | undefined;
  const kubeconfig: OwnKubeconfig = {
    path: '~/.kube/config',
    read: () => content,
    write(text) {
      content = text;
    },
    namespace: (context) => contextNamespace({ kubeconfig }, context),
  };
  return kubeconfig;
}
