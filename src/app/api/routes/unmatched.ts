import type { FastifyInstance } from 'fastify';
import { type ByHand, matchByHand, readUnmatched } from '../../../runtime/events/match/match-by-hand.ts';
import type { EventRow } from '../../../runtime/store/events/claim-event.ts';
import { readEvent } from '../../../runtime/store/events/list-events.ts';
import { type UnmatchedRow, unmatchedListing } from '../../../runtime/store/events/unmatched-messages.ts';
import { readLead } from '../../../runtime/store/leads/read-lead.ts';
import { hasAny, narrowed, type Within } from '../../../runtime/store/within.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { isOwnLead } from './people.ts';

/** Messages that no person fits, and what people of ours make of them. */
export function addUnmatchedRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'listUnmatched', ({ query, within }) =>
    answerPage(db, narrowed(unmatchedListing, 'of_account', within), query, view),
  );

  type Wish = (event: EventRow) => ByHand | Promise<ByHand>;
  const handle = async ({ params: { id }, query: { dry_run }, within }: OfOne, wish: Wish) => {
    const event = await readEvent(db, id);
    if (event?.state !== 'unmatched' || !hasAny(within, [event.account_id])) throw notFound('event', id);
    const by = await wish(event);
    const over = dry_run ? rehearsal(db) : db;
    const at = new Date(clock.now());
    const matched = await retryConflicts(() => over.transaction((tx) => matchByHand(tx, event, by, at)));
    switch (matched.kind) {
      case 'done':
        return { id, lead_id: matched.lead_id, ...(dry_run ? { dry_run } : {}) };
      case 'unknown':
        throw notFound('event', id);
      case 'unknown_person':
        throw unknownPerson();
      case 'no_name':
        throw new Problem(422, 'no_name', 'The message gives its author no name, so it can only be left.');
      case 'taken': {
        const whose = (await isOwnLead(db, matched.lead_id, within)) ? matched.lead_id : 'somebody else';
        const text = `A name of its author is that of ${whose} by now; it is read again by itself.`;
        throw new Problem(409, 'name_taken', text);
      }
      default:
        return unreachable(matched);
    }
  };

  serve(app, 'matchUnmatched', ({ body: { lead_id }, ...asked }) =>
    handle(asked, async () => {
      const lead = await readLead(db, lead_id);
      if (lead === null || !(await isOwnLead(db, lead.id, asked.within))) throw unknownPerson();
      return { do: 'match', lead_id };
    }),
  );
  serve(app, 'makePersonOfUnmatched', (asked) =>
    handle(asked, (event) => ({ do: 'make', ...namesOf(event, asked.body) })),
  );
  serve(app, 'leaveUnmatched', (asked) => handle(asked, () => ({ do: 'leave' })));
}

/** A request about one message, with who asks. */
interface OfOne {
  readonly params: { readonly id: string };
  readonly query: { readonly dry_run: boolean };
  readonly within: Within;
}

const unknownPerson = (): Problem =>
  new Problem(404, 'unknown_person', 'There is no such person; GET /api/leads finds people.');

interface Names {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
}

/** Those that were given; else the one under which they wrote, its last word as the last name. */
function namesOf(event: EventRow, given: Names): Names {
  if (given.first_name !== null || given.last_name !== null) return given;
  const words = (readUnmatched(event).author?.display_name ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const last_name = words.length > 1 ? (words.at(-1) ?? null) : null;
  return { ...given, first_name: words.slice(0, Math.max(1, words.length - 1)).join(' ') || null, last_name };
}

const LONGEST = 2000;

function view(row: UnmatchedRow) {
  const { author, text, automatic } = readUnmatched(row);
  return {
    ...{ id: row.event_id, account_id: row.account_id, platform: row.platform },
    from: (author?.from ?? []).map(({ kind, value }) => ({ kind, value })),
    display_name: author?.display_name ?? null,
    subject: author?.subject || null,
    text: cutText(text, LONGEST),
    ...{ automatic, note: row.note, holds: row.holds, occurred_at: row.occurred_at, received_at: row.received_at },
  };
}
