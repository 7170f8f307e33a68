import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** The offset of a step, or null. */
export const markStep = StateEffect.define<number | null>();

const line = Decoration.line({ class: 'cm-step' });

/** The line of the step that was chosen in the graph. */
export const stepMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    let next = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(markStep)) continue;
      const at = effect.value;
      next =
        at === null || at > state.doc.length ? Decoration.none : Decoration.set(line.range(state.doc.lineAt(at).from));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
