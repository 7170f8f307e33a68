import { finish, type Progressing } from '../pieces.ts';
import type { Run, SlotRecord, WalkInput } from './walk-input.ts';
import type { Walker } from './walker.ts';
import { Walks } from './walks.ts';

/** Entries of the agenda between two yields: some milliseconds. */
const PIECE = 200;

/**
 * Walks enrollments in virtual time: the engine's own `advance` and the calendar's own `findSlot`, with `answers` for the
 * outside. A function of its input: nothing is read from the machine.
 */
export function walkAll(input: WalkInput): Run {
  return finish(walkInPieces(input));
}

/** Walks piece by piece: yields now and then how much of the time has gone, so that a caller may do something else in between. */
export function* walkInPieces(input: WalkInput): Progressing<Run> {
  const start = input.enrollments.reduce((least, { starts_at }) => Math.min(least, starts_at), input.until);
  const walks = new Walks(input, start);
  for (const enrollment of input.enrollments) walks.enroll(enrollment);
  for (const event of input.events ?? []) walks.expect(event);
  let taken = 0;
  for (let next = walks.agenda.next(input.until); next; next = walks.agenda.next(input.until)) {
    if (++taken % PIECE === 0) yield Math.min(1, (next.at - start) / Math.max(1, input.until - start));
    walks.happen(next.item, next.at);
  }
  const { walkers, experiments, slots, ledger } = walks;
  return {
    enrollments: walkers.map(runOf),
    experiments: experiments.all(),
    slots: [...slots.values()].flatMap((calendar): SlotRecord[] => calendar.records()),
    charges: ledger.charges,
    credits_ended_at: ledger.ended_at(),
  };
}

function runOf(walker: Walker): Run['enrollments'][number] {
  const { id, person, plan, started_at, state, finished_at, continued_as, timeline, command, refused } = walker;
  const { phase, node } = state;
  const waiting =
    command.do === 'wait' && !refused ? { node, until: command.until, kind: command.kind, text: command.text } : null;
  return {
    id,
    lead_id: person.id,
    sequence: plan.sequence,
    started_at,
    finished_at,
    replied: walker.replied,
    accepted_at: walker.accepted_at,
    replied_at: walker.replied_at,
    without_inmail: walker.without_inmail,
    continued_as,
    timeline,
    waiting,
    outcome: refused ? 'not_enrolled' : phase.is === 'finished' ? phase.outcome : null,
    visits: state.visits,
  };
}
