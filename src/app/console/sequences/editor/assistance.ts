import { type CompletionContext, type CompletionResult, snippetCompletion } from '@codemirror/autocomplete';
import type { EditorView, Tooltip } from '@codemirror/view';
import type { Completion } from '../../../../language/editing/completions-at.ts';
import { compiler } from '../compiler/use-compiler.ts';
import { toTemplate } from './to-template.ts';

type Of = 'sequence' | 'tests';

/** Completions of the compiler. They come by themselves behind a word, a dash or a colon, and by Ctrl-Space everywhere. */
export const completeBy =
  (of: Of) =>
  async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    const before = state.sliceDoc(state.doc.lineAt(pos).from, pos);
    if (!explicit && !/[\w.]$|^\s*- $|\{\{\s*$/.test(before)) return null;
    const found = await compiler()
      .call('complete', { text: state.doc.toString(), offset: pos, of })
      .catch(() => null);
    if (found === null) return null;
    return { from: found.from, validFor: /^[\w. /-]*$/, options: found.items.map(toOption) };
  };

function toOption({ label, detail, about, snippet, kind }: Completion) {
  return snippetCompletion(toTemplate(snippet), {
    ...{ label, detail, type: kind },
    info: () => paragraphs(about),
  });
}

export const hoverBy =
  (of: Of) =>
  async (view: EditorView, pos: number): Promise<Tooltip | null> => {
    const found = await compiler()
      .call('hover', { text: view.state.doc.toString(), offset: pos, of })
      .catch(() => null);
    if (found === null) return null;
    const { from, to, title, text, examples } = found;
    return {
      ...{ pos: from, end: to, above: true },
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'cm-about';
        const name = dom.appendChild(document.createElement('code'));
        name.textContent = title;
        dom.append(paragraphs(text));
        for (const example of examples) {
          const line = dom.appendChild(document.createElement('pre'));
          line.textContent = example;
        }
        return { dom };
      },
    };
  };

/** Markdown, of which descriptions use code alone. */
function paragraphs(text: string): HTMLElement {
  const element = document.createElement('p');
  for (const [at, part] of text.split('`').entries()) {
    if (at % 2 === 0) element.append(part);
    else element.appendChild(document.createElement('code')).textContent = part;
  }
  return element;
}
