import { objects } from '../../../kubectl/json.ts';
import type { Command } from '../../command.ts';
import { badArgs } from '../../errors.ts';
import type { JsonObject } from '../../../engine/index.ts';

const list: Command = {
  name: 'list',
  short: 'Lists all alarms',
  usage: 'alarm list',
  async run({ args, client, timeoutMs, print }) {
    if (args.length > 0) throw badArgs('alarm list command accepts no arguments');
    print.alarms(await client.call('/v3/maintenance/alarm', { action: 'GET' }, timeoutMs));
  },
};

const disarm: Command = {
  name: 'disarm',
  short: 'Disarms all alarms',
  usage: 'alarm disarm',
  async run({ args, client, timeoutMs, print }) {
    if (args.length > 0) throw badArgs('alarm disarm command accepts no arguments');
    // clientv3: none in particular means all there are, one after the other.
    const active = await client.call('/v3/maintenance/alarm', { action: 'GET' }, timeoutMs);
    const disarmed: JsonObject[] = [];
    let last: JsonObject = active;
    for (const { memberID, alarm } of objects(active, 'alarms')) {
      const request = { action: 'DEACTIVATE', memberID: memberID ?? '0', alarm: alarm ?? 'NONE' };
      last = await client.call('/v3/maintenance/alarm', request, timeoutMs);
      disarmed.push(...objects(last, 'alarms'));
    }
    print.alarms({ ...last, alarms: disarmed });
  },
};

export const alarm: Command = {
  name: 'alarm',
  short: 'Alarm related commands',
  usage: 'alarm <subcommand>',
  children: [disarm, list],
};
