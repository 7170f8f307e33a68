import type { Diagnostic as Mark } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic } from '../../../../language/sequence/diagnostics/diagnostic.ts';
import type { Edit } from '../../../../language/sequence/diagnostics/edit.ts';

/** Problems as CodeMirror shows them: where they are, what they say, and the fix where it is certain. */
export function toMarks(state: EditorState, diagnostics: readonly Diagnostic<string>[]): Mark[] {
  return diagnostics.map(({ code, severity, line, column, length = 1, message, reason, fix, edits }) => {
    const { from: start, to: end } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
    const from = Math.min(start + column - 1, end);
    return {
      ...{ from, to: Math.min(from + length, end), severity, source: code, message },
      renderMessage: () => messageOf(message, reason, fix),
      ...(edits === undefined
        ? {}
        : { actions: [{ name: 'Fix', apply: (view: EditorView) => make(view, state.doc, edits) }] }),
    };
  });
}

/** Nothing where the text is another one by now: its own problems come in a moment. */
function make(view: EditorView, of: Text, edits: readonly Edit[]): void {
  if (!view.state.doc.eq(of)) return;
  view.dispatch({ changes: edits.map(({ offset, end, text }) => ({ from: offset, to: end, insert: text })) });
}

function messageOf(message: string, reason: string | undefined, fix: string): HTMLElement {
  const element = document.createElement('div');
  for (const [name, text] of [
    ['cm-message', message],
    ['cm-reason', reason ?? ''],
    ['cm-fix', fix],
  ] as const) {
    if (text === '') continue;
    const line = element.appendChild(document.createElement('div'));
    line.className = name;
    line.textContent = text;
  }
  return element;
}
