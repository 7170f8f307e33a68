import { useSyncExternalStore } from 'react';
import { forgetKept, keep, readKept } from './kept.ts';

const listeners = new Set<() => void>();
const keyOf = (what: string): string => `draft.${what}`;

/**
 * Texts that somebody has begun to write, by what they belong to: a reload, a closed tab, a session that ends and another build
 * of the page leave them.
 */
export const drafts = {
  get(what: string): string {
    const kept = readKept(keyOf(what));
    return typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string'
      ? kept.text
      : '';
  },
  put(what: string, text: string): void {
    if (text === '') forgetKept(keyOf(what));
    else keep(keyOf(what), { text });
    for (const listener of listeners) listener();
  },
  /** Forgets what was sent; what was written after it, while it was on its way, still is a draft. */
  leave(what: string, sent: string): void {
    const text = drafts.get(what);
    if (text.startsWith(sent)) drafts.put(what, text.slice(sent.length).trimStart());
  },
  /** Brings back what was sent, before what was begun since. */
  bringBack(what: string, sent: string): void {
    const text = drafts.get(what);
    drafts.put(what, text === '' ? sent : `${sent}\n\n${text}`);
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDraft = (what: string): string => useSyncExternalStore(subscribe, () => drafts.get(what));

/** Counts of how many of these somebody has begun to write something. */
export const useDraftCount = (whats: readonly string[]): number =>
  useSyncExternalStore(subscribe, () => whats.filter((what) => drafts.get(what) !== '').length);
