import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const keyOf = (conversation_id: string): string => `overture.draft.${conversation_id}`;

/** What somebody has begun to write, by conversation: a reload, a session that ends and another build of the page leave it. */
export const drafts = {
  get: (conversation_id: string): string => sessionStorage.getItem(keyOf(conversation_id)) ?? '',
  put(conversation_id: string, text: string): void {
    if (text === '') sessionStorage.removeItem(keyOf(conversation_id));
    else sessionStorage.setItem(keyOf(conversation_id), text);
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDraft = (conversation_id: string): string =>
  useSyncExternalStore(subscribe, () => drafts.get(conversation_id));
