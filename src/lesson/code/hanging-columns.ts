/** Where a line of code goes on that is too long for its place. */

/** Deeper code would leave too little room beside it on a narrow page. */
const deepest = 16;

/** The columns by which a wrapped line hangs: those that its code is indented by, at most 16. */
export const hangingColumns = (line: string): number => Math.min(line.search(/\S|$/), deepest);
