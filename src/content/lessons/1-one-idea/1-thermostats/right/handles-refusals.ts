/** The rule knows nothing of Kubernetes; what is refused is tried again in a second. */
import { ConfigMap, defineController, type Requeue, StatusError } from 'converge/sdk';

interface Reading {
  readonly wanted: number;
  readonly actual: number;
  readonly running: boolean;
}

/** Whether a heater should run: it goes on as it is while the room is within the margin. */
function bangBang(margin: number): (reading: Reading) => boolean {
  return ({ wanted, actual, running }) => {
    const limit = running ? wanted + margin : wanted - margin;
    return actual < limit;
  };
}

const shouldRun = bangBang(0.45);

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, tools): Promise<Requeue | void> {
    if (key !== 'default/room') return;
    const data = tools.lister(ConfigMap).get(key)?.data;
    if (data?.['wanted'] === undefined || data['actual'] === undefined) return;
    const reading = {
      wanted: Number(data['wanted']),
      actual: Number(data['actual']),
      running: data['heater'] === 'on',
    };
    if (!Number.isFinite(reading.wanted) || !Number.isFinite(reading.actual)) return;

    const heater = shouldRun(reading) ? 'on' : 'off';
    if (heater === data['heater']) return;
    try {
      await tools.client.patch(ConfigMap, key, { data: { heater } });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      tools.log(`refused: ${error.message}`);
      return { afterMs: 1000 };
    }
  },
});
