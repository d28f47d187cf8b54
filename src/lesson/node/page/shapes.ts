/** What a lesson may write in each component of the kit. A test compares it with the components' own properties. */
export interface Shape {
  readonly needs: readonly string[];
  readonly takes?: readonly string[];
  /** Of these the one says how it is judged: exactly one has to be there. */
  readonly oneOf?: readonly string[];
  /** What the value of a field is, or each item of its list. */
  readonly within?: Readonly<Record<string, Shape>>;
  /** So many items the lists of `within` have at least. */
  readonly least?: number;
  /** Fields that are regular expressions, and whether one of them reads what stands in its brackets. */
  readonly patterns?: Readonly<Record<string, 'matches' | 'reads'>>;
}

const reasoned: Shape = { needs: ['text', 'because'] };
const answers: Shape = { needs: ['text', 'because'], takes: ['right'] };
const plain: Shape = { needs: [] };

/** By the component's name. */
export const shapes: Readonly<Record<string, Shape>> = {
  BringFile: { needs: ['lesson', 'file'] },
  Chart: { needs: ['cell'], takes: ['of'] },
  Diagnosis: { needs: ['id', 'ask', 'cell', 'hints'], within: { hints: { needs: ['component', 'object', 'moment'] } } },
  Exercise: { needs: [], takes: ['name'] },
  Incidents: { needs: ['incidents'], takes: ['words'], within: { incidents: { needs: ['name', 'symptom', 'found'] } } },
  Lanes: { needs: ['cell', 'of', 'fill', 'hints'], within: { hints: { needs: ['begins', 'sends'] } } },
  LoopFigure: { needs: ['mine', 'wanted'], takes: ['caption'] },
  Mistakes: plain,
  OneLine: plain,
  PodLifetimes: { needs: ['cell'], takes: ['atSeconds'] },
  PredictOrder: { needs: ['id', 'ask', 'cell', 'items'], within: { items: { needs: ['text', 'first'], patterns: { first: 'matches' } } }, least: 3 },
  Prediction: {
    needs: ['id', 'ask', 'options', 'cell'],
    takes: ['atSeconds'],
    oneOf: ['counts', 'reads', 'objects', 'value'],
    within: { options: reasoned, value: { needs: ['of', 'field'] } },
    least: 2,
    patterns: { counts: 'matches', reads: 'reads', objects: 'matches' },
  },
  Quiz: {
    needs: ['questions'],
    within: { questions: { needs: ['ask', 'answers'], takes: ['id'], within: { answers }, least: 2 } },
  },
  ExtraMile: plain,
  Spoiler: { needs: ['cell'] },
  Summary: plain,
  Trace: { needs: ['cell', 'of'], patterns: { of: 'matches' } },
  WhatMatters: plain,
};

/** All fields that it may have. */
export const fieldsOf = ({ needs, takes = [], oneOf = [] }: Shape): readonly string[] => [...needs, ...oneOf, ...takes];
