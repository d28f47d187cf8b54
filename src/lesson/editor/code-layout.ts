/** How code is indented, and what of it closes itself: by its brackets, which is what a learner's line needs. */
import { indentService } from '@codemirror/language';
import { EditorState, type Extension, type Text } from '@codemirror/state';

const unit = 2;
const columnOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** The column a new line begins at: that of the last line with text, one step in after an opening bracket, one step out before a closing one. */
export function indentation(doc: Text, pos: number, simulatedBreak?: number): number {
  const line = doc.lineAt(pos);
  const broken = simulatedBreak !== undefined && simulatedBreak >= line.from && simulatedBreak <= line.to;
  const after = broken ? line.text.slice(simulatedBreak - line.from) : line.text;
  let above = broken ? line.text.slice(0, simulatedBreak - line.from) : '';
  for (let number = line.number - 1; above.trim() === '' && number > 0; number -= 1) above = doc.line(number).text;
  const opens = /[([{]\s*(?:\/\/.*)?$/.test(above) || /^\s*(?:[\w.-]+|- .*):\s*$/.test(above);
  const closes = /^\s*[)\]}]/.test(after);
  return Math.max(0, columnOf(above) + (opens ? unit : 0) - (closes ? unit : 0));
}

/** Comments are toggled, and brackets and quotes closed, as the language has them. */
export function codeLayout(typescript: boolean): Extension {
  const data = {
    commentTokens: typescript ? { line: '//', block: { open: '/*', close: '*/' } } : { line: '#' },
    closeBrackets: { brackets: typescript ? ['(', '[', '{', "'", '"', '`'] : ['[', '{', "'", '"'] },
    // A closing bracket, and the first letter of a line that was empty.
    indentOnInput: typescript ? /^(?:\s*[)\]}]|[^\s`])$/ : /^\s*[)\]}]$/,
  };
  return [
    indentService.of(({ state, simulatedBreak }, pos) => indentation(state.doc, pos, simulatedBreak ?? undefined)),
    EditorState.languageData.of(() => [data]),
  ];
}
