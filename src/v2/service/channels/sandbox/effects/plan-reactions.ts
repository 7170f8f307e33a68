import { SECOND } from '../../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { PersonAct } from '../acts/person-act.ts';
import { dueAfter, type ReplyCause } from '../behavior.ts';
import type { PersonRow } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { notifierOf } from './agenda-notifier.ts';

/** Time that machines (a mail server, an absence notice) take to answer, in virtual time. */
const MACHINE_DELAY = 5 * SECOND;

/**
 * The thing that reached the person, by the form of its id: `invitation` 7000001, `message` msg_…, `inmail` msg_…, `email`
 * mail_…, `messenger` msg_….
 */
export interface Stimulus {
  readonly kind: ReplyCause;
  readonly id: string;
  readonly account_id: string;
  readonly at: number;
}

interface Reaction {
  readonly due: number | null;
  readonly act: PersonAct;
  /** A second stimulus does not make a person answer twice while the first answer is still due. */
  readonly once: string;
}

const causeOf = (stimulus: Pick<Stimulus, 'kind' | 'id'>): string => `${stimulus.kind}:${stimulus.id}`;

/** Puts on the agenda what this person's behavior makes of it. */
export async function planReactions(
  deps: Pick<SandboxDeps, 'clock'>,
  tx: Queryable,
  person: PersonRow,
  stimulus: Stimulus,
): Promise<void> {
  for (const { due, act, once } of reactionsTo(person, stimulus)) {
    if (due === null) continue;
    await tx.query(
      `insert into sandbox_agenda (account_id, person_id, due_at, act, cause, once) values ($1, $2, $3, $4, $5, $6)
       on conflict (account_id, person_id, once) do nothing`,
      [stimulus.account_id, person.person_id, new Date(due), JSON.stringify(act), causeOf(stimulus), once],
    );
    notifierOf(deps.clock).notify(due);
  }
}

/** The cause is undone, so nobody reacts to it any more. */
export async function cancelReactions(tx: Queryable, stimulus: Pick<Stimulus, 'kind' | 'id'>): Promise<void> {
  await tx.query('delete from sandbox_agenda where cause = $1', [causeOf(stimulus)]);
}

function reactionsTo({ behavior }: PersonRow, { kind, id, at }: Stimulus): Reaction[] {
  const reply = (channel: 'classic' | 'inmail' | 'email' | 'messenger'): Reaction => ({
    due: dueAfter(at, behavior.replies_after?.[kind]),
    act: { do: 'reply', channel },
    once: `reply:${channel}`,
  });
  switch (kind) {
    case 'invitation': {
      const act: PersonAct = { do: 'accept_invitation', invitation_id: Number(id) };
      return [{ due: dueAfter(at, behavior.accepts_after), act, once: 'accept' }, reply('classic')];
    }
    case 'message':
      return [reply('classic')];
    case 'messenger':
      return [reply('messenger')];
    case 'inmail': {
      const due = dueAfter(at, behavior.declines_inmail_after);
      return [{ due, act: { do: 'decline_inmail', inmail_id: id }, once: 'decline' }, reply('inmail')];
    }
    case 'email': {
      if (behavior.bounces !== undefined) {
        const act: PersonAct = { do: 'bounce', mail_id: id, bounce_kind: behavior.bounces };
        return [{ due: at + MACHINE_DELAY, act, once: `bounce:${id}` }];
      }
      const away = behavior.auto_reply_until !== undefined && at < Date.parse(behavior.auto_reply_until);
      const act: PersonAct = { do: 'reply', channel: 'email', automatic: true };
      return [
        { due: away ? at + MACHINE_DELAY : null, act, once: `away:${id}` },
        { due: dueAfter(at, behavior.unsubscribes_after), act: { do: 'unsubscribe' }, once: 'unsubscribe' },
        { due: dueAfter(at, behavior.complains_after), act: { do: 'complain', mail_id: id }, once: 'complain' },
        reply('email'),
      ];
    }
  }
}
