/** Mutants of diagnoses: a line is left out, has a piece of evidence of another line, or a moment a quarter of a minute off. */
import { readDiagnosis, writeDiagnosis } from '../../diagnoses.ts';
import type { Mutant } from './types.ts';

/** So far off is no slip of the hand: seconds. */
const offSeconds = 15;

/** In the order of the file. */
export function makeDiagnosisMutants(file: string, text: string): readonly Mutant[] {
  const lines = text.split('\n');
  const named = lines.flatMap((before, index) => {
    const name = /^([a-z][a-z0-9-]*):/.exec(before)?.[1];
    return name === undefined ? [] : [{ name, before, index, found: readDiagnosis(text, name) }];
  });
  return named.flatMap(({ name, before, index, found }, place) => {
    const mutant = (operator: string, changed: string): Mutant => {
      const after = changed.split('\n')[index] ?? '';
      return { id: `${operator}: ${before} → ${after}`, operator, file, line: index + 1, before, after, text: changed };
    };
    // The next line that says something else.
    const others = [...named.slice(place + 1), ...named.slice(0, place)].map((each) => each.found);
    const loop = others.find((other) => other.loop !== found.loop)?.loop;
    const object = others.find((other) => other.object !== found.object)?.object;
    const since = [-offSeconds, offSeconds].map((by) => String(Math.max(0, Number(found.since) + by)));
    return [
      mutant('drop-diagnosis', lines.with(index, '').join('\n')),
      ...(loop === undefined ? [] : [mutant('loop-of-another', writeDiagnosis(text, name, { ...found, loop }))]),
      ...(object === undefined ? [] : [mutant('object-of-another', writeDiagnosis(text, name, { ...found, object }))]),
      ...since.map((moment) => mutant('moment-off', writeDiagnosis(text, name, { ...found, since: moment }))),
    ];
  });
}
