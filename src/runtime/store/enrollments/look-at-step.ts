import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { hurries, setwise, waitInQueue } from '../../../shared/postgres/shared-transaction.ts';
import { ONLY_LOCKS } from '../../../shared/postgres/statements.ts';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.ts';
import { HAS_UNMATCHED_REPLY, UNMATCHED_REPLY, type UnmatchedReply } from '../events/unmatched-replies.ts';
import type { IntentState } from '../intents/intent.ts';
import { type FoundUnowned, HAS_UNOWNED_CALLS, UNOWNED_CALLS } from '../intents/unowned-calls.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';
import { NAMES_OF_PEOPLE, namesAsked, SUPPRESSED_PLACES } from '../suppressions/find-suppression.ts';
import type { SuppressedName } from '../suppressions/suppression-names.ts';

/** Somebody of ours writes to the person, or has written what is about to go. */
export interface AnswerInProgress {
  readonly author: string;
  readonly is: 'writing' | 'written';
  /** When that is over unless they go on, wall time as Postgres writes it in JSON. */
  readonly wall_until: string;
  /** Virtual time: not before then either. Null: only the wall's counts. */
  readonly due_at: string | null;
}

/** Whatever may stand in the way of a step, beside its enrollment's own row. */
export interface InTheWay {
  /** Whether the person is on the do-not-contact list, by any of their names. */
  readonly suppressed: boolean;
  readonly writer: AnswerInProgress | null;
  /** A reply that nobody fits and that may be theirs. */
  readonly unmatched: UnmatchedReply | null;
  /** Calls that may have been for the person, of enrollments that are not here. */
  readonly unowned: readonly FoundUnowned[] | null;
}

export interface LookAtStep {
  readonly enrollment_id: string;
  readonly lead_id: string;
  readonly names: readonly SuppressedName[];
}

/** Looks at what stands in the way. The enrollment is locked by an earlier statement, so what was committed while its lock was waited for counts. */
export const lookAtStep = setwise(async (tx: Queryable, asked: readonly LookAtStep[]): Promise<InTheWay[]> => {
  const { rows } = await tx.query<FirstLook & Record<string, unknown>>(
    `with ${NAMES_OF_PEOPLE}, ${LOOKED}
       select ${FIRST_LOOK} from looked ${BY_ENROLLMENT} order by looked.place`,
    [...namesOf(asked), jsonRows(asked.map(({ enrollment_id }, place) => ({ place, enrollment_id })))],
  );
  return lookCloser(tx, asked, rows);
});

/** Says whether there is more to ask. Mostly nobody writes to a person and no reply is in question, and then nothing more is asked. */
interface FirstLook {
  readonly suppressed: boolean;
  /** Something else may be in the way, too. */
  readonly has_more: boolean;
}

/** Looks what it is that stands in the way, where there is anything that may. */
async function lookCloser<Look extends FirstLook>(
  tx: Queryable,
  asked: readonly LookAtStep[],
  looks: readonly Look[],
): Promise<(Look & Hindrance)[]> {
  const doubtful = asked.flatMap(({ enrollment_id }, place) =>
    looks[place]?.has_more ? { place, enrollment_id } : [],
  );
  const found = new Map(doubtful.length === 0 ? [] : await whatIsInTheWay(tx, doubtful));
  return looks.map((look, place) => ({ ...look, ...(found.get(place) ?? NOTHING) }));
}

type Hindrance = Omit<InTheWay, 'suppressed'>;
const NOTHING: Hindrance = { writer: null, unmatched: null, unowned: null };

async function whatIsInTheWay(
  tx: Queryable,
  asked: readonly { readonly place: number; readonly enrollment_id: string }[],
): Promise<[number, Hindrance][]> {
  const { rows } = await tx.query<Hindrance & { place: number }>(
    `select asked.place, ${AUTHOR} as writer, ${UNMATCHED_REPLY} as unmatched, ${UNOWNED_CALLS} as unowned
       from ${rowsOf('place int, enrollment_id text')} as asked join enrollments e on e.id = asked.enrollment_id`,
    [jsonRows(asked)],
  );
  return rows.map(({ place, ...found }) => [place, found]);
}

export interface LookAtCall extends LookAtStep {
  readonly account_id: string;
  /** Key of the intent. */
  readonly intent: string;
}

export interface CallLook extends InTheWay {
  /** Locked: nobody else books or claims a slot of it until the transaction ends. Null: the engine does not know it. */
  readonly account: AccountRow | null;
  readonly intent_state: IntentState | null;
}

/**
 * Looks at what stands in the way of a step that is about to call from this account, and at what has become of its intent so far, and locks the account in the same round trip.
 * Where the transaction hurries, an account that another one has is waited for in its own queue.
 */
export async function lockAccountForStep(tx: Queryable, asked: LookAtCall): Promise<CallLook> {
  if (!hurries(tx)) return lockWaiting(tx, asked);
  const looked = await lockFree(tx, asked);
  if (looked.account === null) waitInQueue(tx);
  return looked;
}

const lockWaiting = setwise(lockedBy('for no key update'), { rank: LOCK_RANKS.accounts });
const lockFree = setwise(lockedBy('for no key update skip locked'), { rank: LOCK_RANKS.accounts });

type Row = FirstLook & Pick<CallLook, 'intent_state'> & ({ readonly [Column in keyof AccountRow]: null } | AccountRow);

function lockedBy(lock: string) {
  return async (tx: Queryable, asked: readonly LookAtCall[]): Promise<CallLook[]> => {
    const ids = [...new Set(asked.map(({ account_id }) => account_id))];
    const firsts = new Set(ids.map((id) => asked.findIndex(({ account_id }) => account_id === id)));
    const { rows } = await tx.query<Row & Record<string, unknown>>(
      `with locked as materialized ( ${ONLY_LOCKS}
         select ${ACCOUNT_COLUMNS} from accounts where id = any($7) order by id ${lock}
       ), ${NAMES_OF_PEOPLE}, ${LOOKED}
       select ${FIRST_LOOK}, (select i.state from intents i where i.key = looked.intent) as intent_state, locked.*
         from looked ${BY_ENROLLMENT} left join locked on locked.id = looked.account_id
        order by looked.place`,
      [
        ...namesOf(asked),
        jsonRows(
          // An account comes once, with the first who asks for it.
          asked.map(({ enrollment_id, intent, account_id }, place) => ({
            ...{ place, enrollment_id, intent },
            account_id: firsts.has(place) ? account_id : null,
          })),
        ),
        ids,
      ],
    );
    const closer = await lookCloser(tx, asked, rows);
    const looks = closer.map(({ suppressed, has_more: _, writer, unmatched, unowned, intent_state, ...account }) => ({
      ...{ suppressed, writer, unmatched, unowned, intent_state },
      account: account.id === null ? null : account,
    }));
    const accounts = new Map(looks.flatMap(({ account }) => (account === null ? [] : [[account.id, account]])));
    return looks.map((one, place) => ({ ...one, account: accounts.get(asked[place]?.account_id ?? '') ?? null }));
  };
}

const namesOf = (asked: readonly LookAtStep[]) =>
  namesAsked(asked.map(({ names, lead_id }) => ({ names, lead_ids: [lead_id] })));

const LOOKED = `suppressed as materialized (${SUPPRESSED_PLACES}), looked as materialized (
         select * from ${rowsOf('place int, enrollment_id text, account_id text, intent text', '$6')} as l)`;

const BY_ENROLLMENT = 'left join enrollments e on e.id = looked.enrollment_id';

const WRITING = `presences p where p.lead_id = e.lead_id and p.status = 'writing' and p.wall_until > clock_timestamp()`;
const WRITTEN = `answers w where w.lead_id = e.lead_id and w.state in ('waiting', 'sending')`;

const AUTHOR = `(
  select to_jsonb(newest) from (
    select p.name as author, 'writing' as is, p.wall_until, null::timestamptz as due_at from ${WRITING}
    union all
    select w.author, 'written', w.wall_due, w.due_at from ${WRITTEN}
    order by wall_until desc limit 1) as newest)`;
const HAS_AUTHOR = `(exists (select from ${WRITING} offset 0) or exists (select from ${WRITTEN} offset 0))`;

// All are looked for by indexes that hold only those of this moment: where there are none they find nothing at once.
const FIRST_LOOK = `exists (select from suppressed where suppressed.place = looked.place) as suppressed,
       ${HAS_AUTHOR} or ${HAS_UNMATCHED_REPLY} or ${HAS_UNOWNED_CALLS} as has_more`;
