import type { Command } from '../../command.ts';
import { apiVersion, clientVersion } from '../../help.ts';

export const version: Command = {
  name: 'version',
  short: 'Prints the version of etcdctl',
  usage: 'version',
  async run({ io, program }) {
    io.stdout(`${program} version: ${clientVersion}\nAPI version: ${apiVersion}\n`);
  },
};
