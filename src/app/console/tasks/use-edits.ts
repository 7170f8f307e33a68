import type { ItemOf } from '../../api-client/asked.ts';
import { drafts, useDraft } from '../parts/drafts.ts';

type Task = ItemOf<'listTasks'>;
const PARTS = ['subject', 'text', 'html'] as const;
export type Part = (typeof PARTS)[number];
export type Edits = { readonly [part in Part]?: string };

export interface ReviewEdits {
  /** As they stand in the fields; null: nobody edits it. */
  readonly shown: readonly { readonly part: Part; readonly value: string }[] | null;
  /** The texts that go out in place of what was shown; undefined: nothing was changed. */
  readonly changed: Edits | undefined;
  open(): void;
  put(part: Part, value: string): void;
  /** Forgets what was changed. */
  close(): void;
}

/** Under which name what is changed is kept. */
export const editsOf = (task_id: string): string => `review.${task_id}`;

/** The text of a review as somebody changes it before they approve it; null: it is no review of a text. It outlives a reload. */
export function useEdits({ id, kind, message }: Task): ReviewEdits | null {
  const name = editsOf(id);
  const edits = readEdits(useDraft(name));
  if (kind !== 'review' || message === null) return null;
  const parts = PARTS.flatMap((part) => {
    const asked = message[part];
    return asked === null ? [] : [{ part, asked, value: edits?.[part] ?? asked }];
  });
  const changed = parts.filter(({ asked, value }) => value !== asked);
  return {
    shown: edits === null ? null : parts,
    changed: changed.length === 0 ? undefined : Object.fromEntries(changed.map(({ part, value }) => [part, value])),
    open: () => drafts.put(name, JSON.stringify(edits ?? {})),
    put: (part, value) => drafts.put(name, JSON.stringify({ ...edits, [part]: value })),
    close: () => drafts.put(name, ''),
  };
}

/** Null: nobody edits it. Only we have written it, as JSON. */
const readEdits = (draft: string): Edits | null => (draft === '' ? null : JSON.parse(draft));
