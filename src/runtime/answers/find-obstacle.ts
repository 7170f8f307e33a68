import { emailIdentity } from '../../shared/identity/identity.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { before, lengthOf, readThreadWith, type Thread, unseenIn } from '../conversations/thread.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import type { Address } from '../store/answers/answer.ts';
import { describePause, type PausedBy } from '../store/control/pauses.ts';
import { type FoundSuppression, listSuppressing } from '../store/suppressions/find-suppression.ts';
import { suppressionNames } from '../store/suppressions/suppression-names.ts';
import type { Within } from '../store/within.ts';

/** Why an answer does not go, and what to show whoever wrote it. */
export type Obstacle =
  | AccountObstacle
  | { readonly code: 'do_not_contact'; readonly text: string; readonly entries: readonly FoundSuppression[] }
  | { readonly code: 'answered_meanwhile'; readonly text: string; readonly unseen: readonly string[] }
  | { readonly code: 'paused' | 'unknown_message'; readonly text: string };

export interface AccountObstacle {
  readonly code: 'account_paused' | 'account_disconnected';
  readonly text: string;
}

export interface Considered {
  readonly lead_id: string;
  readonly address: Address;
  /** The accounts that its writer is limited to. */
  readonly within: Within;
  readonly last_seen: string | null;
  readonly confirmed: readonly string[];
  /**
   * Set for an answer that is written down already: its id, and the number of messages before it then. Answers after it were written later and are
   * left out; a further message before it has not been seen by its author.
   */
  readonly written?: { readonly id: string; readonly seen: number };
}

/**
 * Finds what stands in the way of an answer. An obstacle of which nobody knows when it ends is final. It is looked for when somebody asks to send, so
 * that they read the reason, and again in the transaction that claims the slot, which decides. `pause` was read before any row was locked.
 */
export async function findObstacle(
  tx: Queryable,
  asked: Considered,
  account: AccountRow,
  pause: PausedBy | null,
): Promise<Obstacle | null> {
  if (pause !== null) return { code: 'paused', text: describePause(pause) };
  const halted = accountObstacle(account);
  if (halted !== null) return halted;
  return (await findUnconfirmed(tx, asked)) ?? findUnseen(await readThreadWith(tx, asked.lead_id, asked.within), asked);
}

/** Why nothing goes out from an account, whatever else is paused. */
export function accountObstacle({
  name,
  paused_at,
  paused_reason,
  status,
  held_reason,
}: AccountRow): AccountObstacle | null {
  if (paused_at !== null) {
    return { code: 'account_paused', text: `${name} is paused: ${paused_reason ?? 'by its guardrail'}` };
  }
  if (status === 'connected') return null;
  const text = held_reason ?? `${name} is not connected (${status.replaceAll('_', ' ')})`;
  return { code: 'account_disconnected', text };
}

async function findUnconfirmed(
  tx: Queryable,
  { lead_id, address, within, confirmed }: Considered,
): Promise<Extract<Obstacle, { code: 'do_not_contact' }> | null> {
  const own = 'to' in address ? emailIdentity(address.to) : null;
  const names = own === null ? [] : suppressionNames([own], null);
  const entries = await listSuppressing(tx, { names, lead_ids: [lead_id] });
  // A user who may not read the list cannot go against any entry of it, and is not told who said no, to whom or why.
  if (within !== null) return entries.length === 0 ? null : { code: 'do_not_contact', text: ON_THE_LIST, entries: [] };
  const first = entries.find(({ id }) => !confirmed.includes(id));
  if (first === undefined) return null;
  const why = first.reason === '' ? '' : `: ${first.reason}`;
  return { code: 'do_not_contact', text: `${ON_THE_LIST} by ${first.kind}${why}`, entries };
}

const ON_THE_LIST = 'They are on the do-not-contact list';

function findUnseen(thread: Thread, { last_seen, written }: Considered): Obstacle | null {
  const shown = written === undefined ? thread : before(thread, written.id);
  const unseen = unseenIn(shown, last_seen);
  const more = written !== undefined && lengthOf(shown) > written.seen;
  if (unseen === 'unknown') {
    // Messages that were erased since then cannot be looked for; those that came since then are counted.
    if (written !== undefined && !more) return null;
    if (written === undefined)
      return { code: 'unknown_message', text: `there is no message ${last_seen} in this conversation` };
  }
  const ids = unseen === 'unknown' ? [] : unseen;
  if (ids.length === 0 && !more) return null;
  return { code: 'answered_meanwhile', text: 'A message has come or gone that its writer has not seen', unseen: ids };
}
