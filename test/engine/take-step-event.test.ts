// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { describe, expect, it } from 'vitest';
import { isEnrollmentEvent } from '../../src/core/engine/is-enrollment-event.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { walkOf } from './driver.ts';
import { pipeline, planOf } from './plans.ts';

const performs = (node: string, visit = 1, attempt = 0) => ({
  do: 'perform',
  request: { enrollment_id: 'enr_1', node, visit, attempt },
});
const slot = (until: number): PerformResult => ({ status: 'deferred', until, kind: 'slot', text: 'its place' });
const of = (node: string, visit = 1) => ({ node, visit });

function atPause() {
  const walk = walkOf(pipeline);
  walk.done();
  expect(walk.command).toMatchObject({ do: 'wait', until: DAY, kind: 'time' });
  return walk;
}

function atInvite() {
  const walk = atPause();
  walk.at(DAY);
  expect(walk.command).toMatchObject(performs('invite'));
  return walk;
}

describe('skip', () => {
  it('ends a wait', () => {
    expect(atPause().event({ type: 'skip', ...of('pause') })).toMatchObject(performs('invite'));
  });

  it('ends the wait for an event by neither branch', () => {
    const walk = atInvite();
    walk.done();
    expect(walk.event({ type: 'skip', ...of('accepted') })).toMatchObject({ do: 'wait', kind: 'event' });
    expect(walk.state).toMatchObject({ node: 'answer', facts: { connected: false } });
  });

  it('goes over a step that waits for its slot', () => {
    const walk = atInvite();
    walk.performed(slot(2 * DAY));
    walk.event({ type: 'skip', ...of('invite') });
    expect(walk.state).toMatchObject({ node: 'accepted', facts: { invited: false } });
  });

  it('ignores another visit, another step and a repeated signal', () => {
    const walk = atPause();
    for (const other of [of('pause', 2), of('visit'), of('nowhere')]) {
      expect(walk.event({ type: 'skip', ...other })).toMatchObject({ do: 'wait', until: DAY });
    }
    walk.event({ type: 'skip', ...of('pause') }, 'once');
    expect(walk.event({ type: 'skip', ...of('invite') }, 'once')).toMatchObject(performs('invite'));
  });

  it.each<[string, PerformResult, string]>([
    ['applies to a step that has to wait', slot(2 * DAY), 'accepted'],
    ['applies to a step that failed', { status: 'failed', code: 'X', text: '' }, 'accepted'],
    [
      'applies to a step that asks for a review',
      { status: 'needs_person', task_id: 't', text: '', asks: 'review' },
      'accepted',
    ],
    ['does not undo what happened', { status: 'done', facts: { invited: true } }, 'accepted'],
    ['leaves a step in doubt to a person', { status: 'needs_person', task_id: 't', text: '' }, 'invite'],
  ])('of a step under way %s', (_, result, node) => {
    const walk = atInvite();
    expect(walk.event({ type: 'skip', ...of('invite') })).toMatchObject(performs('invite'));
    walk.performed(result);
    expect(walk.state.node).toBe(node);
    expect(walk.state.facts.invited).toBe(result.status === 'done');
    expect(walk.state.told).toBeUndefined();
  });

  it('of a step in doubt changes nothing', () => {
    const walk = atInvite();
    walk.performed({ status: 'needs_person', task_id: 't', text: 'Was it sent?' });
    expect(walk.event({ type: 'skip', ...of('invite') })).toMatchObject({ do: 'wait', kind: 'person' });
  });

  it('moves a paused walk on, and begins nothing', () => {
    const walk = atPause();
    walk.event({ type: 'pause' });
    expect(walk.event({ type: 'skip', ...of('pause') })).toMatchObject({ do: 'wait', text: 'Paused' });
    expect(walk.event({ type: 'resume' })).toMatchObject(performs('invite'));
  });

  it('loses to a stop that came while the step was under way', () => {
    const walk = atInvite();
    walk.event({ type: 'skip', ...of('invite') });
    walk.event({ type: 'stop' });
    expect(walk.performed(slot(2 * DAY))).toEqual({ do: 'finish', outcome: 'stopped' });
  });
});

describe('retry', () => {
  it('of a step that waits is a new visit', () => {
    const walk = atInvite();
    walk.performed(slot(2 * DAY));
    expect(walk.event({ type: 'retry', ...of('invite') })).toMatchObject(performs('invite', 2));
  });

  it('signaled twice is one new visit', () => {
    const walk = atInvite();
    walk.performed(slot(2 * DAY));
    walk.event({ type: 'retry', ...of('invite') });
    walk.performed(slot(2 * DAY));
    expect(walk.event({ type: 'retry', ...of('invite') })).toMatchObject({ do: 'wait' });
    expect(walk.state.visit).toBe(2);
  });

  it('of a step under way comes after its failure, and not after its success', () => {
    for (const [result, expected] of [
      [{ status: 'failed', code: 'X', text: '' }, performs('invite', 2)],
      [{ status: 'done' }, { do: 'wait', kind: 'event' }],
    ] as const) {
      const walk = atInvite();
      walk.event({ type: 'retry', ...of('invite') });
      expect(walk.performed(result)).toMatchObject(expected);
    }
  });

  it('of a wait, or of a step in doubt, changes nothing', () => {
    expect(atPause().event({ type: 'retry', ...of('pause') })).toMatchObject({ do: 'wait', until: DAY });
    const walk = atInvite();
    walk.performed({ status: 'needs_person', task_id: 't', text: 'Was it sent?' });
    expect(walk.event({ type: 'retry', ...of('invite') })).toMatchObject({ do: 'wait', kind: 'person' });
  });
});

describe('reschedule', () => {
  it('gives a wait another time, earlier or later', () => {
    const walk = atPause();
    expect(walk.event({ type: 'reschedule', until: 3 * DAY, ...of('pause') })).toMatchObject({ until: 3 * DAY });
    expect(walk.event({ type: 'reschedule', until: HOUR, ...of('pause') })).toMatchObject({ until: HOUR });
    expect(walk.at(HOUR)).toMatchObject(performs('invite'));
  });

  it('lets a step ask for its slot again then', () => {
    const walk = atInvite();
    walk.performed(slot(2 * DAY));
    expect(walk.event({ type: 'reschedule', until: 5 * DAY, ...of('invite') })).toMatchObject({
      until: 5 * DAY,
      kind: 'time',
      text: 'Rescheduled by a person',
    });
    expect(walk.at(2 * DAY)).toMatchObject({ do: 'wait' });
    expect(walk.at(5 * DAY)).toMatchObject(performs('invite', 1, 1));
  });

  it('holds for a wait whose own time was just being worked out', () => {
    const walk = walkOf(
      planOf([
        {
          id: 'days',
          kind: 'wait',
          duration: { unit: 'business_days', count: 2 },
          next: 'end',
          on_error: { do: 'stop' },
        },
        { id: 'end', kind: 'end', outcome: 'completed' },
      ]),
    );
    walk.event({ type: 'reschedule', until: 9 * DAY, ...of('days') });
    expect(walk.performed({ status: 'wait', until: DAY, text: '2 business days' })).toMatchObject({ until: 9 * DAY });
  });
});

it('a step held back without a deadline waits until it is woken', () => {
  const walk = atInvite();
  expect(walk.performed({ ...slot(NEVER), kind: 'person' } as PerformResult)).toMatchObject({
    do: 'wait',
    until: null,
  });
  expect(walk.event({ type: 'nudge' })).toMatchObject(performs('invite', 1, 1));
});

it.each<[unknown, boolean]>([
  [{ id: 'a', type: 'skip', node: 'x', visit: 1 }, true],
  [{ id: 'a', type: 'retry', node: 'x', visit: 1 }, true],
  [{ id: 'a', type: 'reschedule', node: 'x', visit: 1, until: 5 }, true],
  [{ id: 'a', type: 'skip' }, false],
  [{ id: 'a', type: 'skip', node: 'x', visit: 1.5 }, false],
  [{ id: 'a', type: 'reschedule', node: 'x', visit: 1 }, false],
  [{ id: 'a', type: 'reschedule', node: 'x', visit: 1, until: null }, false],
])('%j is an event: %s', (value, is) => {
  expect(isEnrollmentEvent(value)).toBe(is);
});
