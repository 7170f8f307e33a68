// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../../src/core/engine/status-snapshot.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { walkOf } from './driver.ts';
import { pipeline, planOf } from './plans.ts';

const performs = (node: string, visit = 1, attempt = 0) => ({
  do: 'perform',
  request: { enrollment_id: 'enr_1', node, visit, attempt },
});
const finishes = (outcome: string) => ({ do: 'finish', outcome });

describe('waits with a condition', () => {
  const conditional = planOf([
    {
      id: 'w',
      kind: 'wait',
      condition: 'false',
      duration: { unit: 'ms', count: DAY },
      next: 'f',
      on_error: { do: 'stop' },
    },
    {
      id: 'f',
      kind: 'wait_for',
      condition: 'true',
      event: 'reply',
      within: DAY,
      then: 'y',
      else: 'n',
      next: 'z',
      on_error: { do: 'stop' },
    },
    { id: 'y', kind: 'end', outcome: 'yes' },
    { id: 'n', kind: 'end', outcome: 'no' },
    { id: 'z', kind: 'end', outcome: 'passed' },
  ]);

  it('are performed for the condition, then wait', () => {
    const walk = walkOf(conditional);
    expect(walk.command).toMatchObject(performs('w'));
    expect(walk.done()).toMatchObject({ do: 'wait', until: DAY });
    expect(walk.at(DAY)).toMatchObject(performs('f'));
    expect(walk.done()).toMatchObject({ do: 'wait', until: 2 * DAY });
    expect(walk.event({ type: 'reply' })).toEqual(finishes('yes'));
  });

  it('are passed over when it does not hold', () => {
    const walk = walkOf(conditional);
    walk.performed({ status: 'skipped' });
    expect(walk.performed({ status: 'skipped' })).toEqual(finishes('passed'));
  });
});

describe('where the walk stands', () => {
  it('is said for waits, pauses, people and the end, not for a step under way', () => {
    const walk = walkOf(pipeline);
    const standing = () => snapshotOf(pipeline, walk.state)?.standing ?? null;
    expect(standing()).toBeNull();
    walk.done();
    expect(standing()).toMatchObject({ status: 'active', kind: 'time', until: DAY });
    walk.event({ type: 'pause' });
    expect(standing()).toEqual({ status: 'paused', kind: 'person', text: 'Paused', until: null });
    walk.event({ type: 'resume' });
    walk.at(DAY);
    walk.performed({ status: 'needs_person', task_id: 't', text: 'Was it sent?' });
    expect(standing()).toEqual({ status: 'needs_person', kind: 'person', text: 'Was it sent?', until: null });
    walk.event({ type: 'stop' });
    expect(snapshotOf(pipeline, walk.state)).toEqual({
      enrollment_id: 'enr_1',
      node: 'invite',
      visit: 1,
      standing: { status: 'finished', outcome: 'stopped' },
    });
  });

  it('has summaries that show the step and the time, and nothing that a person wrote', () => {
    const walk = walkOf(pipeline);
    expect(walk.command).toMatchObject({ summary: 'Visit the profile (visit)' });
    walk.performed({ status: 'deferred', until: DAY, kind: 'slot', text: 'after the message to Ada' });
    expect(walk.command).toMatchObject({
      summary: 'Visit the profile (visit): waits for slot until 1970-01-02 00:00 UTC',
    });
  });
});
