// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { commandInForce } from '../../src/core/engine/command.ts';
import type { MoveEvent } from '../../src/core/engine/move.ts';
import { takeMove } from '../../src/core/engine/move-to.ts';
import type { EnrollmentState } from '../../src/core/engine/state.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { walkOf } from './driver.ts';
import { pipeline, planOf } from './plans.ts';

const move = (more: Partial<MoveEvent>): MoveEvent => ({
  id: 'mov_1',
  digest: 'sha256:new',
  node: 'cold',
  places: {},
  repeats: {},
  ...more,
});
const stay = (node: string) => ({ [node]: { node, goes_on: true } });

function changed(plan: Plan, id: string, change: Partial<Record<string, unknown>>): Plan {
  return { ...plan, nodes: { ...plan.nodes, [id]: { ...plan.nodes[id], ...change } as Node } };
}

const moved = (before: Plan, after: Plan, state: EnrollmentState, event: MoveEvent, at: number) => {
  const next = takeMove({ before, after }, state, event, at);
  return { state: next, command: commandInForce(after, next) };
};

describe('a walk that is moved to another version', () => {
  const atWaitFor = () => {
    const walk = walkOf(pipeline, 0);
    walk.done();
    walk.at(DAY);
    walk.performed({ status: 'done', facts: { invited: true } });
    expect(walk.state).toMatchObject({ node: 'accepted', phase: { is: 'awaiting', until: 8 * DAY } });
    return walk.state;
  };

  it('goes on with its wait: begun when it began, as long as the new version says', () => {
    const after = changed(pipeline, 'accepted', { within: 10 * DAY });
    const { state, command } = moved(pipeline, after, atWaitFor(), move({ places: stay('accepted') }), 3 * DAY);
    expect(state).toMatchObject({ node: 'accepted', entered_at: DAY, phase: { is: 'awaiting', until: 11 * DAY } });
    expect(command).toMatchObject({ do: 'wait', until: 11 * DAY, kind: 'event' });
  });

  it('is past a deadline that the new version has shortened to before now', () => {
    const after = changed(pipeline, 'accepted', { within: HOUR });
    const { state } = moved(pipeline, after, atWaitFor(), move({ places: stay('accepted') }), 3 * DAY);
    expect(state).toMatchObject({ node: 'withdraw', phase: { is: 'performing' } });
  });

  it("keeps a calendar's deadline whose length has not changed", () => {
    const before = changed(pipeline, 'pause', { duration: { unit: 'business_days', count: 2 } });
    const walk = walkOf(before, 0);
    walk.done();
    walk.performed({ status: 'wait', until: 4 * DAY, text: 'Waits 2 business days' });
    const { state } = moved(before, before, walk.state, move({ places: stay('pause') }), DAY);
    expect(state.phase).toEqual({ is: 'timer', until: 4 * DAY, text: 'Waits 2 business days' });
  });

  it('enters the given node where its own is gone', () => {
    const { state } = moved(pipeline, pipeline, atWaitFor(), move({ node: 'answer' }), 3 * DAY);
    expect(state).toMatchObject({ node: 'answer', entered_at: 3 * DAY, phase: { is: 'awaiting', until: 6 * DAY } });
  });

  it('gives a node id that means another step now a visit of its own, and so an intent of its own', () => {
    const step = (id: string, text: string, next: string): Node => ({
      id,
      kind: 'message',
      channel: 'professional',
      text,
      next,
      on_error: { do: 'stop' },
    });
    const end: Node = { id: 'completed', kind: 'end', outcome: 'completed' };
    const before = planOf([step('1-message', 'One', '2-message'), step('2-message', 'Two', 'completed'), end]);
    const after = planOf([
      step('1-message', 'Zero', '2-message'),
      step('2-message', 'One', '3-message'),
      step('3-message', 'Two', 'completed'),
      end,
    ]);
    const walk = walkOf(before, 0);
    walk.done();
    walk.performed({ status: 'deferred', until: DAY, kind: 'slot', text: 'Tomorrow' });
    const there = moved(
      before,
      after,
      walk.state,
      move({ places: { '2-message': { node: '3-message', goes_on: true } } }),
      HOUR,
    );
    expect(there.command).toMatchObject({ do: 'perform', request: { node: '3-message', visit: 1, attempt: 0 } });
    // Back again, the first version's second step is a second visit.
    const back = moved(
      after,
      before,
      there.state,
      move({ id: 'mov_2', places: { '3-message': { node: '2-message', goes_on: true } } }),
      HOUR,
    );
    expect(back.command).toMatchObject({ do: 'perform', request: { node: '2-message', visit: 2, attempt: 0 } });
  });

  it('stays paused, knows what it knew, and takes a move once', () => {
    const walk = walkOf(pipeline, 0);
    walk.done();
    walk.event({ type: 'pause' });
    const event = move({ places: stay('pause') });
    const { state, command } = moved(pipeline, pipeline, walk.state, event, HOUR);
    expect(command).toMatchObject({ do: 'wait', until: null, text: 'Paused' });
    expect(state.facts).toEqual(walk.state.facts);
    expect(takeMove({ before: pipeline, after: pipeline }, state, event, HOUR)).toBe(state);
    const resumed = advance(pipeline, state, { type: 'event', at: 2 * DAY, event: { id: 'evt_9', type: 'resume' } });
    expect(resumed.command).toMatchObject({ do: 'perform', request: { node: 'invite' } });
  });

  it('lets an open task stay open, and asks for a review anew', () => {
    const task: Node = {
      id: 'task',
      kind: 'task',
      text: 'Call',
      next: 'end',
      then: 'end',
      else: 'end',
      has_else: false,
      on_error: { do: 'stop' },
    };
    const end: Node = { id: 'end', kind: 'end', outcome: 'completed' };
    const plan = planOf([task, end]);
    const walk = walkOf(plan, 0);
    walk.performed({ status: 'needs_person', task_id: 'tsk_1', text: 'Call', asks: 'task' });
    const kept = moved(plan, changed(plan, 'task', { within: DAY }), walk.state, move({ places: stay('task') }), HOUR);
    expect(kept.state.phase).toMatchObject({ is: 'person', task_id: 'tsk_1', until: DAY });

    const send: Node = { id: 'send', kind: 'invite', review: true, next: 'end', on_error: { do: 'stop' } };
    const reviewed = planOf([send, end]);
    const asked = walkOf(reviewed, 0);
    asked.performed({ status: 'needs_person', task_id: 'tsk_2', text: 'May it?', asks: 'review' });
    const again = moved(reviewed, reviewed, asked.state, move({ places: stay('send') }), HOUR);
    expect(again.command).toMatchObject({ do: 'perform', request: { node: 'send', visit: 2 } });
  });

  it('goes on in the round that it was in', () => {
    const repeat = (times: number): Plan =>
      planOf([
        { id: 'round', kind: 'repeat', times, body: 'bump', next: 'end', on_error: { do: 'stop' } },
        { id: 'bump', kind: 'visit', next: 'pause', on_error: { do: 'stop' } },
        { id: 'pause', kind: 'wait', duration: { unit: 'ms', count: DAY }, next: 'round', on_error: { do: 'stop' } },
        { id: 'end', kind: 'end', outcome: 'completed' },
      ]);
    const walk = walkOf(repeat(3), 0);
    walk.done();
    walk.at(DAY);
    walk.done();
    expect(walk.state.rounds).toEqual({ round: 2 });
    const shorter = moved(
      repeat(3),
      repeat(2),
      walk.state,
      move({ places: stay('pause'), repeats: { round: 'round' } }),
      DAY,
    );
    expect(shorter.state.rounds).toEqual({ round: 2 });
    expect(advance(repeat(2), shorter.state, { type: 'time', at: 2 * DAY }).command).toMatchObject({ do: 'finish' });
    // Rounds that the new version puts around the place have their first one now.
    const into = moved(repeat(3), repeat(2), { ...walk.state, rounds: {} }, move({ places: stay('pause') }), DAY);
    expect(into.state.rounds).toEqual({ round: 1 });
    // Out of the rounds, they are forgotten.
    const out = moved(repeat(3), repeat(2), walk.state, move({ node: 'end' }), DAY);
    expect(out.state).toMatchObject({ phase: { is: 'finished', outcome: 'completed' }, rounds: {} });
  });

  it('is left as it ended', () => {
    const walk = walkOf(pipeline, 0);
    walk.done();
    walk.event({ type: 'stop' });
    expect(takeMove({ before: pipeline, after: pipeline }, walk.state, move({}), HOUR)).toBe(walk.state);
  });
});
