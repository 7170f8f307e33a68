import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { EditorView, type KeyBinding, showTooltip, type Tooltip } from '@codemirror/view';

const show = StateEffect.define<Tooltip | null>();

/** The meaning of the word at the cursor, shown until the cursor goes on. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(show)) return effect.value;
    return docChanged || selection !== undefined ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

type Explain = (view: EditorView, pos: number) => Promise<Tooltip | null>;

/** Shows by a key what hovering shows: of the word at the cursor, else of the key of its line. It is read out as well. */
export function meaningByKey(explain: Explain) {
  const run = (view: EditorView): boolean => {
    const at = view.state.selection.main.head;
    void (async () => {
      const tooltip = (await explain(view, at)) ?? (await explain(view, keyOf(view.state, at)));
      if (tooltip === null || view.state.selection.main.head !== at) return;
      const { dom } = tooltip.create(view);
      view.dispatch({ effects: [show.of(tooltip), EditorView.announce.of(dom.textContent ?? '')] });
    })();
    return true;
  };
  const hide = (view: EditorView): boolean => {
    if (view.state.field(shown) === null) return false;
    view.dispatch({ effects: show.of(null) });
    return true;
  };
  const keys: readonly KeyBinding[] = [
    { key: 'Shift-F1', run },
    { key: 'Escape', run: hide },
  ];
  return { shown, keys };
}

function keyOf(state: EditorState, at: number): number {
  const { from, text } = state.doc.lineAt(at);
  return from + (/^[ -]*/.exec(text)?.[0].length ?? 0);
}
