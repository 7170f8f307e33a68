import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Diagnostic } from '../../../../language/sequence/diagnostics/diagnostic.ts';
import type { Edit } from '../../../../language/sequence/diagnostics/edit.ts';
import { completeBy, hoverBy } from './assistance.ts';
import { difference } from './difference.ts';
import { fixKey } from './fix-key.ts';
import { colors, look } from './look.ts';
import { meaningByKey } from './meaning-key.ts';
import { markStep, stepMark } from './step-mark.ts';
import { toMarks } from './to-marks.ts';

export interface EditorOptions {
  readonly text: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  /** The kind of text that is written in it: completions and meanings of keys follow from it. */
  readonly of: 'sequence' | 'tests';
  onText(text: string): void;
  onCursor?(offset: number): void;
  onSave?(): void;
}

/** The text as it is in the editor, for whatever changes it from outside. */
export interface WrittenText {
  /** Null: no editor is open. */
  now(): string | null;
  /** False, and nothing is changed, where the text is no longer the one that the edits are of. */
  change(text: string, edits: readonly Edit[]): boolean;
  /** Marks the line and brings it in sight; the focus stays where it is. */
  show(offset: number): void;
}

export interface EditorHandle extends WrittenText {
  /** Shows problems; `edits` of theirs are offered as fixes. */
  showProblems(diagnostics: readonly Diagnostic<string>[]): void;
  /** Puts the cursor there, in sight. */
  goTo(offset: number): void;
  goToLine(line: number, column: number): void;
  /** In one change that can be undone. */
  replace(text: string): void;
  close(): void;
}

/** Read out when somebody enters it. */
const WAY_OUT = 'Tab indents the line. Press Escape, then Tab, to leave the text.';

const nonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

export function openEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const { text, label, isReadOnly, of, onText, onCursor, onSave } = options;
  const save = () => {
    onSave?.();
    return true;
  };
  const meaning = meaningByKey(hoverBy(of));
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce()),
        EditorView.contentAttributes.of({
          ...{ 'aria-label': label, 'aria-description': WAY_OUT, spellcheck: 'false', tabindex: '0' },
        }),
        EditorState.readOnly.of(isReadOnly),
        ...[
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSpecialChars(),
          drawSelection(),
        ],
        ...[history(), indentOnInput(), indentUnit.of('  '), bracketMatching(), closeBrackets(), yaml()],
        ...[lintGutter(), highlightSelectionMatches(), stepMark, EditorView.lineWrapping],
        ...[look, syntaxHighlighting(colors)],
        autocompletion({ override: [completeBy(of)], icons: false }),
        hoverTooltip(hoverBy(of), { hoverTime: 350 }),
        meaning.shown,
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: save },
          ...[fixKey, ...meaning.keys],
          // Tab indents; Escape before it leaves the editor, as everywhere in CodeMirror.
          ...[...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap],
          ...[...defaultKeymap, indentWithTab],
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString());
          if (update.docChanged || update.selectionSet) onCursor?.(update.state.selection.main.head);
        }),
      ],
    }),
  });
  const now = () => view.state.doc.toString();
  const goTo = (offset: number, focus = true) => {
    const at = Math.min(Math.max(0, offset), view.state.doc.length);
    view.dispatch({
      selection: EditorSelection.cursor(at),
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    if (focus) view.focus();
  };
  return {
    showProblems: (diagnostics) => view.dispatch(setDiagnostics(view.state, toMarks(view.state, diagnostics))),
    goTo: (offset) => goTo(offset),
    goToLine: (line, column) => {
      const found = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      goTo(Math.min(found.to, found.from + column - 1));
    },
    replace: (now) => {
      // Where nothing has changed the cursor stays.
      const { from, to, insert } = difference(view.state.doc.toString(), now);
      view.dispatch({ changes: { from, to, insert } });
    },
    now,
    change: (of, edits) => {
      if (now() !== of) return false;
      const changes = edits.map(({ offset, end, text: written }) => {
        // One letter is no change of the whole value: the cursor and what can be undone stay as small.
        const { from, to, insert } = difference(of.slice(offset, end), written);
        return { from: offset + from, to: offset + to, insert };
      });
      view.dispatch({ changes });
      return true;
    },
    show: (offset) => {
      view.dispatch({ effects: markStep.of(offset) });
      goTo(offset, false);
    },
    close: () => view.destroy(),
  };
}
