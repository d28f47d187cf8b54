/** Verbs of kubectl that make no sense here, each with the reason; and those that say the same in any cluster without plugins. */
import type { Verb } from '../../command.ts';
import { CliError } from '../../errors.ts';

const NO_CSR =
  'the server doesn\'t have a resource type "certificatesigningrequests": credentials are tokens here (kubectl create token)';

export const certificate: Verb = {
  name: 'certificate',
  short: 'Modify certificate resources',
  usage: 'SUBCOMMAND',
  children: [
    { name: 'approve', short: 'Approve a certificate signing request', usage: '(-f FILENAME | NAME)', refusal: NO_CSR },
    { name: 'deny', short: 'Deny a certificate signing request', usage: '(-f FILENAME | NAME)', refusal: NO_CSR },
  ],
};

export const proxy: Verb = {
  name: 'proxy',
  short: 'Run a proxy to the Kubernetes API server',
  usage: '[--port=PORT]',
  refusal:
    'kubectl proxy needs a port of the machine, which there is not here: kubectl get --raw PATH asks the API server as it would',
};

export const kustomize: Verb = {
  name: 'kustomize',
  short: 'Build a kustomization target from a directory or URL',
  usage: 'DIR',
  refusal: 'kustomize is not part of this kubectl: write the manifests out and use -f',
};

export const completion: Verb = {
  name: 'completion',
  short: 'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)',
  usage: 'SHELL',
  refusal: 'there is no shell here that could load completion code',
};

export const alpha: Verb = {
  name: 'alpha',
  short: 'Commands for features in alpha',
  usage: '',
  run: async ({ io }) => io.stderr('No alpha commands are available in this version of kubectl\n'),
};

export const plugin: Verb = {
  name: 'plugin',
  short: 'Provides utilities for interacting with plugins',
  usage: '[flags]',
  children: [
    {
      name: 'list',
      short: "List all visible plugin executables on a user's PATH",
      usage: '',
      flags: [{ name: 'name-only', type: 'bool', help: 'Names only' }],
      run: async () => {
        throw new CliError('unable to find any kubectl plugins in your PATH');
      },
    },
  ],
};
