import { MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import type { ActivityEvent } from '../events/event-sink.ts';
import { type EndedAnswer, endCall } from '../open-calls/end-call.ts';
import type { Ending, OpenCall } from '../open-calls/open-call.ts';
import type { AdapterTools, RemoteAdapter } from './adapter.ts';
import type { Underway } from './call.ts';
import { createEffectsUnderWay } from './effects-under-way.ts';

const SWEEP_EVERY = 5 * SECOND;
/** Age after which an open act was left by a process that died, or that could not write down how it ended. */
const LEFT_AFTER = MINUTE;

/** How one network does what must not be done twice. `Note`: what finds the act again, as JSON. */
export interface ActRules<Note> {
  /** Stored with what was begun: it must not change. */
  readonly adapter: string;
  /** Does it, and says how it ended. What it throws leaves it open, for `lookUp`. */
  execute(note: Note): Promise<Ending>;
  /**
   * Finds out how an act ended whose ending was not written down; it does not do the act. The answer holds from then on, even if
   * `execute` still runs in another process.
   */
  lookUp(note: Note): Promise<Ending>;
}

interface Act<Note> {
  readonly effect_id: string;
  readonly note: Note;
  /** Stored with its end, where it took place. */
  readonly event: ActivityEvent;
}

export interface Acts<Note> {
  /** The good answer of an act: it is noted in the call's transaction, and executed after its commit. */
  begin<T>(act: Act<Note>, value: T): { readonly ok: true; readonly value: T; readonly underway: Underway };
  /** Methods that the adapter hands on to the service as its own. */
  readonly bookkeeping: Required<Pick<RemoteAdapter, 'resolve' | 'start' | 'stop'>>;
}

type ActRow<Note> = {
  readonly effect_id: string;
  readonly state: 'begun' | 'unknown' | 'ended';
  readonly note: Note;
  readonly call: OpenCall;
  readonly event: ActivityEvent;
};

/** Keeps what an adapter has begun over its network, and ends the calls: each act once, whatever crashes in between. */
export function createActs<Note>({ db, clock, events, log }: AdapterTools, rules: ActRules<Note>): Acts<Note> {
  const under_way = createEffectsUnderWay();

  /** Null where it has ended before. */
  const end = (effectId: string, ending: Ending): Promise<EndedAnswer | null> =>
    retryConflicts(() =>
      db.transaction(async (tx) => {
        const state = ending.status === 'unknown' ? 'unknown' : 'ended';
        const now = clock.now();
        const { rows } = await tx.query<ActRow<Note>>(
          `with old as (select * from acts where effect_id = $1 and state <> 'ended' for update)
           update acts set state = $2, ended_at = $3,
                  note = case when $2 = 'unknown' then old.note end,
                  call = case when $2 = 'unknown' then old.call end,
                  event = case when $2 = 'unknown' then old.event end
             from old where acts.effect_id = old.effect_id returning old.*`,
          [effectId, state, new Date(now)],
        );
        const [act] = rows;
        if (!act) return null;
        if (ending.status === 'done') await events.emit(tx, act.event);
        return endCall(tx, act.call, ending, { now, refunded: act.state === 'unknown' });
      }),
    );

  const resolve: RemoteAdapter['resolve'] = async (effectId) => {
    // This comes before the read: what this process ends behind that may still be begun in its answer.
    if (under_way.active.has(effectId)) return 'running';
    const { rows } = await db.query<ActRow<Note>>('select * from acts where effect_id = $1 and adapter = $2', [
      effectId,
      rules.adapter,
    ]);
    const [act] = rows;
    if (!act) return null;
    if (act.state === 'ended') return 'ended';
    const ending = await rules.lookUp(act.note);
    await end(effectId, ending);
    return ending.status === 'unknown' ? 'unknown' : 'ended';
  };

  const endLeft = async (open_for: number) => {
    const { rows } = await db.query<{ effect_id: string }>(
      `select effect_id from acts where adapter = $1 and state = 'begun' and begun_at <= now() - $2 * interval '1 millisecond'`,
      [rules.adapter, open_for],
    );
    for (const { effect_id } of rows) {
      await resolve(effect_id).catch((err: unknown) =>
        log.warn({ err, effect_id }, 'how an act ended is not known yet'),
      );
    }
  };
  let sweeping: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const sweep = () => {
    sweeping ??= endLeft(LEFT_AFTER)
      .catch((err: unknown) => log.warn({ err }, 'the acts of an adapter could not be read'))
      .finally(() => {
        sweeping = null;
      });
  };

  return {
    begin: ({ effect_id, note, event }, value) => ({
      ok: true,
      value,
      underway: {
        effect_id,
        async keep(tx, call) {
          under_way.begin(effect_id);
          await tx.query(
            'insert into acts (effect_id, adapter, account_id, note, call, event) values ($1, $2, $3, $4, $5, $6)',
            [
              effect_id,
              rules.adapter,
              event.account_id,
              JSON.stringify(note),
              JSON.stringify(call),
              JSON.stringify(event),
            ],
          );
        },
        async execute() {
          under_way.execute(effect_id);
          try {
            const answer = await end(effect_id, await rules.execute(note));
            if (!answer) throw new Error(`the act ${effect_id} was ended by another process`);
            return answer;
          } finally {
            under_way.end(effect_id);
          }
        },
      },
    }),
    bookkeeping: {
      resolve,
      async start() {
        await endLeft(0);
        timer = setInterval(sweep, SWEEP_EVERY);
        timer.unref();
      },
      async stop() {
        clearInterval(timer);
        await sweeping;
      },
    },
  };
}
