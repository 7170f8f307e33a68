import { localDay } from '../../../core/calendar/local-day.ts';
import type { NextSend } from '../../../core/calendar/next-send.ts';
import { channelOf, limitClassOf } from '../../../language/plan/node-traits.ts';
import type { LimitClass, Plan } from '../../../language/plan/plan.ts';
import { findDue } from './find-due.ts';
import type { Mover } from './show-people.ts';
import { openTrialCalendars, type TrialCalendar, type TrialDeps } from './trial-calendars.ts';

/** The next send of somebody who moves, which nobody has booked. */
export interface Foreseen {
  readonly mover: Mover;
  readonly node: string;
  readonly account_id: string;
  readonly limit_class: LimitClass;
  /** Epoch milliseconds, and the local day of the account. */
  readonly due: number;
  readonly due_day: string;
  /** When their next send is due if they do not move; null: nobody can tell. */
  readonly was_due: number | null;
  /** The slot that it would find, one after the other. */
  readonly at: number;
  readonly local_day: string;
}

export interface ForeseenSends {
  readonly staying: readonly Foreseen[];
  readonly moved: readonly Foreseen[];
  /** The time zone of each account, in which its days are counted. */
  readonly zones: ReadonlyMap<string, string>;
}

/** The sends that time alone brings to those who would move: if they stay, and if they move and give up what they have booked. */
export async function foreseeSends(
  deps: TrialDeps,
  plan: Plan,
  movers: readonly Mover[],
  now: number,
): Promise<ForeseenSends> {
  const accounts = new Set(
    movers.flatMap(({ person, outcome }) => [...Object.values(person.senders), ...Object.values(outcome.senders)]),
  );
  const before = await openTrialCalendars(deps, accounts, plan, new Set());
  const after = await openTrialCalendars(deps, accounts, plan, new Set(movers.map(({ person }) => person.id)));
  const due = movers.map((mover) => ({ mover, ...findDue(mover, now) }));
  const was_due = new Map(due.map(({ mover, before: send }) => [mover.person.id, send?.at ?? null]));
  const inTurn = (
    calendars: Map<string, TrialCalendar>,
    sends: readonly { readonly mover: Mover; readonly send: NextSend | null; readonly plan: Plan }[],
  ) =>
    sends
      .toSorted((one, other) => (one.send?.at ?? 0) - (other.send?.at ?? 0))
      .flatMap(({ mover, send, plan: of }): Foreseen[] => {
        const channel = send && channelOf(send.node);
        const limit_class = send && limitClassOf(send.node);
        const account_id = channel ? (mover.outcome.senders[channel] ?? '') : '';
        const calendar = calendars.get(account_id);
        const slot = send && calendar?.take(mover.person, of, send);
        if (!send || !calendar || !slot || limit_class === null) return [];
        return [
          {
            ...{ mover, node: send.node.id, account_id, limit_class },
            ...{
              due: send.at,
              due_day: localDay(send.at, calendar.zone),
              was_due: was_due.get(mover.person.id) ?? null,
            },
            ...{ at: slot.at, local_day: slot.local_day },
          },
        ];
      });
  return {
    staying: inTurn(
      before,
      due.map(({ mover, before: send }) => ({ mover, send, plan: mover.outcome.map.before })),
    ),
    moved: inTurn(
      after,
      due.map(({ mover, after: send }) => ({ mover, send, plan })),
    ),
    zones: new Map([...after].map(([id, { zone }]) => [id, zone])),
  };
}
