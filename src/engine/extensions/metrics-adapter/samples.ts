/**
 * Values as objects say them: a quantity, or several, one a line, each with labels before it as Prometheus writes them:
 * `{verb="GET",code="200"} 250m`.
 */
import { addQuantities, formatQuantity, type Labels, parseQuantity, type Quantity } from '../../meta/index.ts';

export interface Sample {
  readonly labels: Labels;
  readonly value: Quantity;
}

const line = /^\s*(?:\{(.*)\})?\s*([^\s{}]+)\s*$/;
const label = /^\s*([A-Za-z_]\w*)\s*=\s*"([^"]*)"\s*$/;

/** What can't be read says nothing. */
export function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((each) => {
    const [, labels = '', amount] = line.exec(each) ?? [];
    const value = amount === undefined ? undefined : parseQuantity(amount);
    return value === undefined || 'error' in value ? [] : [{ labels: labelsOf(labels), value }];
  });
}

/** Of `verb="GET",code="200"`. */
export function labelsOf(text: string): Labels {
  const pairs = text.split(',').flatMap((each) => {
    const [, key, value] = label.exec(each) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(pairs);
}

/** All of them together; undefined: there is none. */
export function sumOf(samples: readonly Sample[]): string | undefined {
  const [first, ...others] = samples.map(({ value }) => value);
  return first && formatQuantity(others.reduce(addQuantities, first));
}
