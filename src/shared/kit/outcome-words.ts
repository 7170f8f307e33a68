/**
 * An outcome among counts. `replied` says how an enrollment ended; who has replied is another count, and larger: who answers a
 * step that waits for it goes on. See docs/counts.md.
 */
export const outcomeWords = (outcome: string): string =>
  outcome === 'replied' ? 'ended by a reply' : outcome.replaceAll('_', ' ');
