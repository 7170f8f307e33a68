import { forEachDiagnostic } from '@codemirror/lint';
import type { EditorView, KeyBinding } from '@codemirror/view';

/** Makes the certain fix of the problem at the cursor, else of the first one in its line. */
export const fixKey: KeyBinding = {
  key: 'Mod-.',
  run: (view: EditorView) => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head);
    const found: { readonly distance: number; apply(): void }[] = [];
    forEachDiagnostic(view.state, ({ actions = [] }, from, to) => {
      const [action] = actions;
      if (action === undefined || to < line.from || from > line.to) return;
      const distance = main.head >= from && main.head <= to ? -1 : from;
      found.push({ distance, apply: () => action.apply(view, from, to) });
    });
    found.sort((a, b) => a.distance - b.distance)[0]?.apply();
    return true;
  },
};
