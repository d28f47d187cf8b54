/** Which of several objects comes first. */
import type { ChartView, ClusterView } from './model.ts';

interface Named {
  readonly name: string;
  readonly namespace: string;
}

/** As it is called where several namespaces are shown: `shop/web`; its name alone in `default`. */
export const nameIn = ({ namespace, name }: Named): string => (namespace === 'default' || namespace === '' ? name : `${namespace}/${name}`);

/** The same view, with what is drawn and charted of `default/web` before everything else. */
export function withFirst(view: ClusterView, about: string): ClusterView {
  const first = <T extends Named>(objects: readonly T[]): readonly T[] => [
    ...objects.filter((object) => isAbout(object, about)),
    ...objects.filter((object) => !isAbout(object, about)),
  ];
  return { ...view, sets: first(view.sets), charts: first(view.charts) };
}

/** The chart to show until one is chosen: of `about`, else of what was last changed from outside. */
export function chartedFirst({ charts }: ClusterView, about: string | undefined): ChartView | undefined {
  const chosen = about === undefined ? undefined : charts.find((chart) => isAbout(chart, about));
  return chosen ?? charts.reduce<ChartView | undefined>((last, chart) => ((chart.askedMs ?? -1) > (last?.askedMs ?? -1) ? chart : last), charts[0]);
}

const isAbout = ({ namespace, name }: Named, about: string): boolean => `${namespace}/${name}` === about;
