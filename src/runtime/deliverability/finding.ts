/**
 * `good`; `improve`: mail arrives, but worse than it could; `broken`: receivers refuse or mistrust it; `unknown`: it could not be
 * read, so nothing is claimed.
 */
export type FindingState = 'good' | 'improve' | 'broken' | 'unknown';

/** One thing that decides whether mail of an address arrives. */
export interface Finding {
  readonly check: 'mx' | 'spf' | 'dkim' | 'dmarc' | 'reverse_name' | 'limit' | 'health';
  readonly state: FindingState;
  readonly says: string;
  /** The record or the figure itself. */
  readonly found: string | null;
  /** A sentence that says how to mend it; null where there is nothing to mend. */
  readonly fix: string | null;
}

type Rest = { readonly found?: string | null; readonly fix?: string };

export const finding = (check: Finding['check'], state: FindingState, says: string, rest: Rest = {}): Finding => ({
  check,
  state,
  says,
  found: rest.found ?? null,
  fix: rest.fix ?? null,
});

export const unanswered = (check: Finding['check'], name: string): Finding =>
  finding(check, 'unknown', `the name servers did not answer for ${name}`);
