/** Prometheus' text format: families with their help and type, and a line a sample. */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** A counter or a gauge. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

export interface Histogram {
  readonly name: string;
  readonly help: string;
  readonly type: 'histogram';
  /** Upper bounds, ascending, without the last one, which is infinite. */
  readonly bounds: readonly number[];
  readonly series: readonly {
    readonly labels: Labels;
    /** Observations of each bound alone, and those above all. */
    readonly counts: readonly number[];
    readonly sum: number;
  }[];
}

/** The document, families in the order of their names, samples in that of their labels. */
export function exposition(families: readonly (Family | Histogram)[]): string {
  const sorted = families.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted
    .map((family) => `# HELP ${family.name} ${family.help}\n# TYPE ${family.name} ${family.type}\n${linesOf(family)}`)
    .join('');
}

function linesOf(family: Family | Histogram): string {
  const { name } = family;
  if (family.type !== 'histogram') {
    return family.samples
      .map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`)
      .sort()
      .join('');
  }
  const { bounds } = family;
  return family.series
    .map(({ labels, counts, sum }) => {
      let total = 0;
      // Written once a series: escaping them for each bucket is most of the work of `/metrics`.
      const written = labelText(labels);
      const opening = written === '' ? '{' : `${written.slice(0, -1)},`;
      const buckets = counts.map((count, index) => {
        total += count;
        const le = index < bounds.length ? boundText(bounds[index] ?? 0) : '+Inf';
        return `${name}_bucket${opening}le="${le}"} ${total}\n`;
      });
      return `${buckets.join('')}${name}_sum${written} ${sum}\n${name}_count${written} ${total}\n`;
    })
    .sort()
    .join('');
}

/** As Go writes it: `1e-08`. */
const boundText = (bound: number): string => (bound < 1e-4 ? bound.toExponential().replace(/e-(\d)$/, 'e-0$1') : String(bound));

function labelText(labels: Labels): string {
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
