import { createInterruptibleSleep } from '../../../shared/kit/interruptible-sleep.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../accounts/find-account.ts';
import { performAct } from '../channels/sandbox/acts/perform-act.ts';
import type { PersonAct } from '../channels/sandbox/acts/person-act.ts';
import { notifierOf } from '../channels/sandbox/effects/agenda-notifier.ts';
import { tellUnobserved } from '../channels/sandbox/effects/observe.ts';
import type { PersonRow } from '../channels/sandbox/people/person-row.ts';
import type { ServiceContext } from '../context/service-context.ts';

type AgendaContext = Pick<ServiceContext, 'db' | 'clock' | 'events' | 'secrets' | 'settings' | 'log'>;

/** Wall milliseconds. A new entry is seen only after its transaction has committed, which nobody announces. */
const LONGEST_PAUSE = 1000;
const SHORTEST_PAUSE = 5;
const SOON = 25;
const COMMIT_WINDOW = 500;
const ATTEMPTS = 3;

/** People who act by themselves: carries out what is due on the agenda, in order, each act in its own transaction. */
export function startAgenda(context: AgendaContext): { stop(): Promise<void> } {
  const { clock, log } = context;
  const idle = createInterruptibleSleep();
  let expectUntil = 0;
  const unsubscribe = [
    clock.onChange(idle.wake),
    notifierOf(clock).onNotified((dueAt) => {
      const delay = clock.wallDelayUntil(dueAt);
      if (delay > LONGEST_PAUSE) return;
      expectUntil = Math.max(expectUntil, Date.now() + delay + COMMIT_WINDOW);
      idle.wake();
    }),
  ];

  const run = async (): Promise<void> => {
    while (!idle.isStopped()) {
      idle.clear();
      let delay = LONGEST_PAUSE;
      try {
        await tellReconnected(context);
        while (!idle.isStopped() && (await performNext(context))) {}
        delay = Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, await untilNext(context)));
      } catch (err) {
        log.warn({ err }, 'the sandbox could not read its agenda');
      }
      if (Date.now() < expectUntil) delay = Math.min(delay, SOON);
      await idle.wait(delay);
    }
  };
  const running = run();
  return {
    async stop() {
      idle.stop();
      for (const end of unsubscribe) end();
      await running;
    },
  };
}

type Entry = {
  readonly entry_id: number;
  readonly account_id: string;
  readonly person_id: number;
  readonly due_at: Date;
  readonly act: PersonAct;
};

/** Carries out the entry that is due first; false when none is. */
async function performNext(context: AgendaContext): Promise<boolean> {
  let entry: Entry | undefined;
  try {
    return await context.db.transaction(async (tx) => {
      const { rows } = await tx.query<Entry>(
        `select entry_id, account_id, person_id, due_at, act from sandbox_agenda
          where error is null and due_at <= $1 order by due_at, entry_id limit 1 for update skip locked`,
        [new Date(context.clock.now())],
      );
      entry = rows[0];
      if (!entry) return false;
      const accounts = await tx.query<AccountRow & Record<string, unknown>>(
        `select ${ACCOUNT_COLUMNS} from accounts where account_id = $1`,
        [entry.account_id],
      );
      const people = await tx.query<PersonRow>('select * from sandbox_people where person_id = $1', [entry.person_id]);
      const [account, person] = [accounts.rows[0], people.rows[0]];
      // It happens when it was due, however late the agenda looks: an advanced clock keeps the order of things.
      if (account && person) await performAct(context, tx, { account, person, at: entry.due_at.getTime() }, entry.act);
      await tx.query('delete from sandbox_agenda where entry_id = $1', [entry.entry_id]);
      return true;
    });
  } catch (err) {
    if (!entry) throw err;
    context.log.warn({ err, entry_id: entry.entry_id }, 'a simulated person could not act');
    await context.db.query(
      `update sandbox_agenda set attempts = attempts + 1, error = case when attempts + 1 >= $2 then $3 end
        where entry_id = $1`,
      [entry.entry_id, ATTEMPTS, messageOf(err)],
    );
    return true;
  }
}

async function untilNext({ db, clock }: AgendaContext): Promise<number> {
  const { rows } = await db.query<{ due_at: Date | null }>(
    'select min(due_at) as due_at from sandbox_agenda where error is null',
  );
  const due = rows[0]?.due_at;
  return due ? clock.wallDelayUntil(due.getTime()) : Number.POSITIVE_INFINITY;
}

/** A session may come back by any road (a login, the sandbox's control), so the accounts are asked. */
async function tellReconnected(context: AgendaContext): Promise<void> {
  const { rows } = await context.db.query<{ account_id: string }>(
    `select distinct account_id from sandbox_unobserved join accounts using (account_id) where status = 'connected'`,
  );
  for (const { account_id } of rows) {
    await context.db.transaction((tx) => tellUnobserved(context, tx, account_id));
  }
}
