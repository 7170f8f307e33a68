import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of the editor, by the variables of the theme, so that it is light or dark as the page is. */
export const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBottom: '40vh' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--ground-side)',
    color: 'var(--ink-quiet)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ground-hover) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--ground-hover)', color: 'var(--ink)' },
  '.cm-step': { boxShadow: 'inset 3px 0 0 var(--accent)', backgroundColor: 'var(--ground-chosen)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--ground-chosen)', outline: '1px solid var(--line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--ground)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    boxShadow: '0 4px 16px rgb(0 0 0 / 16%)',
    maxWidth: '56ch',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)', maxHeight: '18em' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--ground-chosen)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--ink-quiet)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-about': { padding: '8px 12px' },
  '.cm-about p, .cm-completionInfo p': { margin: '4px 0' },
  '.cm-about pre': { margin: '2px 0', whiteSpace: 'pre-wrap', color: 'var(--ink-quiet)' },
  '.cm-diagnostic': { padding: '6px 12px', borderLeft: '3px solid var(--line)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnosticSource': { color: 'var(--ink-quiet)', opacity: '1' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--mantine-color-petrol-7)',
    color: '#fff',
    padding: '2px 8px',
    borderRadius: '3px',
    marginLeft: '0',
  },
  '.cm-reason, .cm-fix': { color: 'var(--ink-quiet)', fontSize: '12px', marginTop: '2px' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '0.8em', height: '0.8em' },
  '.cm-lint-marker-error': { content: '"●"', color: 'var(--bad)', fontSize: '11px' },
  '.cm-lint-marker-warning': { content: '"▲"', color: 'var(--warn)', fontSize: '11px' },
  '.cm-panels': { backgroundColor: 'var(--ground-side)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel input, .cm-panel button': { fontSize: '12px' },
  '.cm-textfield': { backgroundColor: 'var(--ground)', border: '1px solid var(--line)', color: 'var(--ink)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--line)',
    color: 'var(--ink)',
  },
});

export const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta, tags.separator, tags.punctuation], color: 'var(--ink-quiet)' },
]);
