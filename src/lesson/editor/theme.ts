/** The editor in the page's own colours and type: code is set in ink. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--well)', color: 'var(--ink)', fontSize: '14px' },
  // Over the gutter, which would cover an outline's left side.
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused::after': { content: '""', position: 'absolute', inset: '0', border: '2px solid var(--want)', pointerEvents: 'none', zIndex: '300' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '22px', scrollbarWidth: 'thin' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--want)', fontVariantLigatures: 'none' },
  // What is wrapped hangs a little to the right of where its line’s code begins.
  '.cm-line': { padding: '0 6px 0 calc(24px + var(--hang, 0ch))', textIndent: 'calc(-18px - var(--hang, 0ch))' },
  '.cm-gutters': { backgroundColor: 'var(--well)', color: 'var(--ink-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 10px 0 0' },
  // It lies over the free left part of the numbers, so that code stands where the text without an editor has it.
  '.cm-watch-gutter': { position: 'relative', zIndex: '1', marginRight: '-12px' },
  '.cm-watch-gutter .cm-gutterElement': { width: '12px', cursor: 'pointer', display: 'grid', justifyItems: 'start', paddingTop: '6px' },
  '.cm-watch-gutter .cm-gutterElement:hover': { backgroundColor: 'var(--press)' },
  '.cm-watch': { width: '10px', height: '10px', borderRadius: '5px', border: '3px solid var(--want)' },
  '.cm-watch.bad': { borderColor: 'var(--fault)', borderRadius: '0' },
  '.cm-watch-value': { marginLeft: '18px', padding: '0 6px', borderRadius: '4px', backgroundColor: 'var(--want-soft)', color: 'var(--ink)', fontSize: '13px', textIndent: '0' },
  '.cm-watch-value.bad': { backgroundColor: 'var(--fault-soft)', color: 'var(--fault-ink)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderTop: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-watch-panel': { display: 'flex', flexWrap: 'wrap', gap: '4px 8px', alignItems: 'center', padding: '6px 10px', font: '400 14px/20px var(--ui)' },
  '.cm-watch-panel label': { display: 'flex', flex: '1 1 260px', alignItems: 'center', gap: '8px', whiteSpace: 'nowrap' },
  '.cm-watch-panel input': { flex: '1', minWidth: '12ch', height: '28px', padding: '0 8px', font: '400 14px/20px var(--mono)', color: 'var(--ink)', backgroundColor: 'var(--paper)', border: '1px solid var(--edge)', borderRadius: '5px' },
  '.cm-cursor': { borderLeft: '1.5px solid var(--want)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--want-soft) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--want-soft)',
  },
  '.cm-line.cm-new': { boxShadow: 'inset 3px 0 0 var(--gap)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--press)', outline: 'none' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--fault) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--gap) 2px',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--gap)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--edge)',
    borderRadius: '5px',
    color: 'var(--ink)',
    fontFamily: 'var(--ui)',
    fontSize: '14px',
    maxWidth: 'min(520px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '220px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--press)', color: 'var(--ink)' },
  '.cm-diagnostic': { padding: '4px 10px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--fault)' },
  '.ed-hover': { padding: '6px 10px' },
  '.ed-hover pre': { padding: '0', background: 'none', whiteSpace: 'pre-wrap', fontFamily: 'var(--mono)', fontSize: '13px', lineHeight: '19px' },
  '.ed-hover p': { marginTop: '4px', color: 'var(--ink-2)', whiteSpace: 'pre-wrap' },
});

/** A cell's input has no line numbers and stands where the text stood. */
const cellTheme = EditorView.theme({
  '.cm-content': { padding: '4px 0 12px' },
  '.cm-line': { padding: '0 12px', textIndent: '0' },
  '.cm-scroller': { lineHeight: '21px' },
});

export const editorTheme = (cell: boolean): Extension => [cell ? cellTheme : [], theme];
