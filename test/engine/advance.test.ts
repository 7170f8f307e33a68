// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { describe, expect, it } from 'vitest';
import type { OnError } from '../../src/language/plan/nodes/common.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { walkOf } from './driver.ts';
import { labeling, optimized, pipeline, planOf } from './plans.ts';

const performs = (node: string, visit = 1, attempt = 0) => ({
  do: 'perform',
  request: { enrollment_id: 'enr_1', node, visit, attempt },
});
const finishes = (outcome: string) => ({ do: 'finish', outcome });

/** At the InMail, nobody having accepted. */
function atInMail() {
  const walk = walkOf(pipeline);
  walk.done();
  walk.at(DAY);
  walk.done();
  walk.at(8 * DAY);
  walk.done();
  expect(walk.command).toMatchObject(performs('inmail'));
  return walk;
}

function atAccepted() {
  const walk = walkOf(pipeline);
  walk.done();
  walk.at(DAY);
  walk.done();
  expect(walk.command).toMatchObject({ do: 'wait', kind: 'event', until: 8 * DAY });
  return walk;
}

describe('the walk of one enrollment', () => {
  it('visits, waits, invites, takes the acceptance, messages, and goes on at the reply it waits for', () => {
    const walk = walkOf(pipeline);
    expect(walk.command).toMatchObject(performs('visit'));
    expect(walk.done()).toMatchObject({ do: 'wait', until: DAY, kind: 'time' });
    expect(walk.at(DAY)).toMatchObject(performs('invite'));
    expect(walk.done()).toMatchObject({ do: 'wait', until: 8 * DAY, kind: 'event' });
    expect(walk.event({ type: 'accepted_invitation' })).toMatchObject(performs('message'));
    expect(walk.done()).toMatchObject({ do: 'wait', until: 4 * DAY });
    expect(walk.event({ type: 'reply' })).toEqual(finishes('warm'));
  });

  it('takes the arm of an optimized split that it is answered, and draws nothing itself', () => {
    for (const arm of ['long', 'short']) {
      const walk = walkOf(optimized);
      expect(walk.command).toMatchObject(performs('split'));
      expect(walk.performed({ status: 'branch', to: arm })).toMatchObject(performs(`${arm}-visit`));
    }
  });

  it('takes the other branch at the deadline, `else` where InMail is impossible, and ends', () => {
    const walk = atInMail();
    expect(walk.performed({ status: 'impossible', code: 'NO_SEAT', text: 'No seat' })).toMatchObject(
      performs('enrich'),
    );
    expect(walk.done()).toMatchObject(performs('email'));
    walk.done();
    expect(walk.at(11 * DAY)).toMatchObject(performs('days'));
    expect(walk.performed({ status: 'wait', until: 13 * DAY, text: '2 business days' })).toMatchObject({
      until: 13 * DAY,
    });
    expect(walk.at(13 * DAY)).toMatchObject(performs('who'));
    expect(walk.performed({ status: 'branch', to: 'then' })).toMatchObject(performs('bump'));
    expect(walk.performed({ status: 'skipped' })).toEqual(finishes('no_answer'));
  });

  it('does not wait for what has already happened: someone connected has accepted', () => {
    const walk = walkOf(pipeline);
    walk.done();
    walk.at(DAY);
    expect(walk.performed({ status: 'done', facts: { connected: true, invited: true } })).toMatchObject(
      performs('message'),
    );
    expect(walk.state.facts).toEqual({ connected: true, invited: true, replied: false });
  });

  it('keeps its deadline whatever arrives meanwhile', () => {
    const walk = atAccepted();
    expect(walk.event({ type: 'nudge' })).toMatchObject({ do: 'wait', until: 8 * DAY });
    expect(walk.at(8 * DAY - 1)).toMatchObject({ do: 'wait', until: 8 * DAY });
    expect(walk.at(8 * DAY)).toMatchObject(performs('withdraw'));
  });
});

describe('what ends a walk', () => {
  it.each([
    ['reply', 'replied'],
    ['refused', 'refused'],
    ['unsubscribed', 'unsubscribed'],
    ['bounced', 'bounced'],
    ['stop', 'stopped'],
  ] as const)('%s ends a waiting enrollment as %s', (type, outcome) => {
    expect(atAccepted().event({ type })).toEqual(finishes(outcome));
  });

  it('goes on after a reply, an unsubscription and a bounce when the sequence says so, but never after a refusal', () => {
    const walk = walkOf({ ...pipeline, stop_on: [] });
    walk.done();
    for (const type of ['reply', 'unsubscribed', 'bounced'] as const) {
      expect(walk.event({ type })).toMatchObject({ do: 'wait', until: DAY });
    }
    expect(walk.event({ type: 'refused' })).toEqual(finishes('refused'));
  });

  it('ends as refused even where a reply is waited for', () => {
    const walk = atAccepted();
    walk.event({ type: 'accepted_invitation' });
    walk.done();
    expect(walk.command).toMatchObject({ kind: 'event' });
    expect(walk.event({ type: 'refused' })).toEqual(finishes('refused'));
  });

  it('goes on when the answer is labeled, is not ended by the answer meanwhile, and waits for another label after that', () => {
    const walk = walkOf(labeling);
    expect(walk.command).toMatchObject({ do: 'wait', kind: 'event', text: 'Waits for a label' });
    expect(walk.event({ type: 'reply' })).toMatchObject({ do: 'wait', kind: 'event' });
    expect(walk.event({ type: 'labeled' })).toMatchObject({
      ...{ do: 'perform', request: { node: 'visit', awaited_replies: ['evt_1'] } },
    });
    expect(walk.done()).toMatchObject({ do: 'wait', kind: 'event' });
    expect(walk.state.node).toBe('second');
    expect(walk.event({ type: 'labeled' })).toEqual(finishes('labeled_twice'));
  });

  it('does not wait for a label that was given already, but for one that was taken off again', () => {
    const given = walkOf(labeling);
    given.event({ type: 'labeled' });
    given.event({ type: 'labeled' });
    expect(given.done()).toEqual(finishes('labeled_twice'));
    const taken = walkOf(labeling);
    taken.event({ type: 'labeled' });
    taken.event({ type: 'labeled' });
    taken.event({ type: 'unlabeled' });
    expect(taken.done()).toMatchObject({ do: 'wait', kind: 'event' });
    expect(taken.at(8 * DAY)).toEqual(finishes('no_label'));
    const refused = walkOf(labeling);
    expect(refused.event({ type: 'stop' })).toEqual(finishes('stopped'));
  });

  it('names to every later step the replies that were waited for, and no others', () => {
    const walk = walkOf(
      planOf([
        {
          id: 'answer',
          kind: 'wait_for',
          event: 'reply',
          within: DAY,
          then: 'bump',
          else: 'bump',
          next: 'bump',
          on_error: { do: 'stop' },
        },
        { id: 'bump', kind: 'visit', next: 'end', on_error: { do: 'stop' } },
        { id: 'end', kind: 'end', outcome: 'completed' },
      ]),
    );
    expect(walk.event({ type: 'reply' })).toEqual({
      ...performs('bump'),
      request: { ...performs('bump').request, awaited_replies: ['evt_1'] },
      summary: expect.any(String),
    });
    walk.event({ type: 'reply' });
    expect(walk.state).toMatchObject({ awaited_replies: ['evt_1'], stopping: 'replied' });
  });

  it('keeps the result of a step that was under way, then ends the walk', () => {
    const walk = walkOf(pipeline);
    walk.done();
    walk.at(DAY);
    const asked = walk.command;
    expect(walk.event({ type: 'reply' })).toEqual(asked);
    expect(walk.event({ type: 'stop' })).toEqual(asked);
    expect(walk.performed({ status: 'done', facts: { invited: true } })).toEqual(finishes('replied'));
    expect(walk.state.facts).toEqual({ connected: false, invited: true, replied: true });
  });

  it.each([
    { status: 'deferred', until: 5 * DAY, kind: 'slot', text: '' },
    { status: 'wait', until: 5 * DAY, text: '' },
    { status: 'needs_person', task_id: 't', text: '' },
    { status: 'impossible', code: 'X', text: '' },
    { status: 'failed', code: 'X', text: '' },
    { status: 'skipped' },
    { status: 'branch', to: 'then' },
  ] as const)('ends after $status too when a stop is pending', (result) => {
    const walk = walkOf(pipeline);
    walk.event({ type: 'stop' });
    expect(walk.performed(result)).toEqual(finishes('stopped'));
  });

  it('ends with the outcome of the stop flag that the step found', () => {
    expect(walkOf(pipeline).performed({ status: 'stopped', outcome: 'unsubscribed' })).toEqual(
      finishes('unsubscribed'),
    );
  });

  it('changes nothing after its end', () => {
    const walk = atAccepted();
    walk.event({ type: 'stop' });
    const { state } = walk;
    walk.event({ type: 'accepted_invitation' });
    walk.done();
    walk.at(99 * DAY);
    expect(walk.state).toBe(state);
  });
});

describe('a deferred step', () => {
  const deferred = { status: 'deferred', until: 3 * DAY, kind: 'slot', text: 'Tuesday 09:00' } as const;

  it('sleeps once, then asks again in the same visit', () => {
    const walk = walkOf(pipeline);
    expect(walk.performed(deferred)).toMatchObject({ do: 'wait', until: 3 * DAY, kind: 'slot', text: 'Tuesday 09:00' });
    expect(walk.at(3 * DAY)).toMatchObject(performs('visit', 1, 1));
    walk.performed({ ...deferred, until: 4 * DAY });
    expect(walk.at(4 * DAY)).toMatchObject(performs('visit', 1, 2));
  });

  it('asks again now when woken, also when the wake came while it was asking', () => {
    const walk = walkOf(pipeline);
    walk.performed(deferred);
    expect(walk.event({ type: 'nudge' })).toMatchObject(performs('visit', 1, 1));
    walk.event({ type: 'nudge' });
    expect(walk.performed(deferred)).toMatchObject(performs('visit', 1, 2));
    expect(walk.performed(deferred)).toMatchObject({ do: 'wait', until: 3 * DAY });
  });
});

describe('a step that fails', () => {
  const failed = { status: 'failed', code: 'BROKEN', text: 'It broke' } as const;
  const withOnError = (on_error: OnError) =>
    walkOf(
      planOf([
        { id: 'a', kind: 'visit', next: 'z', on_error },
        { id: 'z', kind: 'end', outcome: 'completed' },
      ]),
    );

  it('ends the walk as failed by default', () => {
    expect(withOnError({ do: 'stop' }).performed(failed)).toEqual(finishes('failed'));
  });

  it('is passed over with `continue`', () => {
    expect(withOnError({ do: 'continue' }).performed(failed)).toEqual(finishes('completed'));
  });

  it('is tried again as a new visit, as often as the sequence says', () => {
    const walk = withOnError({ do: 'retry', times: 2 });
    expect(walk.performed(failed)).toMatchObject(performs('a', 2));
    expect(walk.performed(failed)).toMatchObject(performs('a', 3));
    expect(walk.performed(failed)).toEqual(finishes('failed'));
  });

  it('counts as failed when it is impossible and has no `else`', () => {
    expect(withOnError({ do: 'stop' }).performed({ status: 'impossible', code: 'X', text: '' })).toEqual(
      finishes('failed'),
    );
  });
});

describe('a step whose outcome a person decides', () => {
  const unknown = { status: 'needs_person', task_id: 'tsk_1', text: 'Was it sent?' } as const;
  const decided = (decision: 'sent' | 'not_sent', task_id = 'tsk_1') =>
    ({ type: 'decided', task_id, decision }) as const;
  const invited = () => {
    const walk = walkOf(pipeline);
    walk.done();
    walk.at(DAY);
    return walk;
  };

  it('goes on when it was sent, and remembers the invitation', () => {
    const walk = invited();
    expect(walk.performed(unknown)).toMatchObject({ do: 'wait', until: null, kind: 'person' });
    expect(walk.event(decided('sent', 'another'))).toMatchObject({ do: 'wait', kind: 'person' });
    expect(walk.event(decided('sent'))).toMatchObject({ do: 'wait', kind: 'event' });
    expect(walk.state.facts.invited).toBe(true);
  });

  it('performs a new visit when it was not', () => {
    const walk = invited();
    walk.performed(unknown);
    expect(walk.event(decided('not_sent'))).toMatchObject(performs('invite', 2));
  });

  it('takes a decision that was quicker than the result', () => {
    const walk = invited();
    walk.event(decided('not_sent'));
    expect(walk.performed(unknown)).toMatchObject(performs('invite', 2));
  });

  it('still ends when the lead answers meanwhile', () => {
    const walk = invited();
    walk.performed(unknown);
    expect(walk.event({ type: 'reply' })).toEqual(finishes('replied'));
  });
});

describe('a pause', () => {
  it('holds a timer back, and a resume after its end goes on at once', () => {
    const walk = walkOf(pipeline);
    walk.done();
    expect(walk.event({ type: 'pause' })).toMatchObject({ do: 'wait', until: null, kind: 'person', text: 'Paused' });
    expect(walk.at(2 * DAY)).toMatchObject({ do: 'wait', until: null });
    expect(walk.event({ type: 'resume' })).toMatchObject(performs('invite'));
  });

  it('leaves the rest of a timer as it was', () => {
    const walk = walkOf(pipeline);
    walk.done();
    walk.event({ type: 'pause' });
    expect(walk.event({ type: 'resume' })).toMatchObject({ do: 'wait', until: DAY });
  });

  it('lets a step under way end and holds the next one back', () => {
    const walk = walkOf(pipeline);
    walk.done();
    walk.at(DAY);
    expect(walk.event({ type: 'pause' })).toMatchObject(performs('invite'));
    walk.performed({ status: 'done', facts: { connected: true } });
    expect(walk.command).toMatchObject({ do: 'wait', until: null, text: 'Paused' });
    expect(walk.state.node).toBe('message');
    expect(walk.event({ type: 'resume' })).toMatchObject(performs('message'));
  });

  it('remembers what happened meanwhile', () => {
    const walk = atAccepted();
    walk.event({ type: 'pause' });
    expect(walk.event({ type: 'accepted_invitation' })).toMatchObject({ text: 'Paused' });
    expect(walk.event({ type: 'resume' })).toMatchObject(performs('message'));
  });

  it('does not keep a reply from ending the walk', () => {
    const walk = atAccepted();
    walk.event({ type: 'pause' });
    expect(walk.event({ type: 'reply' })).toEqual(finishes('replied'));
  });
});

describe('inputs that do not fit', () => {
  it('take each event once, by its id', () => {
    const walk = walkOf(pipeline);
    walk.event({ type: 'pause' }, 'same');
    walk.event({ type: 'resume' });
    walk.event({ type: 'pause' }, 'same');
    expect(walk.state.paused).toBe(false);
  });

  it('ignore a result that comes again, or late, or unasked', () => {
    const walk = walkOf(pipeline);
    const request = { enrollment_id: 'enr_1', node: 'visit', visit: 1, attempt: 0 };
    walk.done();
    const waiting = walk.state;
    walk.done();
    expect(walk.state).toBe(waiting);
    walk.at(DAY);
    walk.input({ type: 'performed', at: DAY, result: { status: 'done' }, request });
    expect(walk.command).toMatchObject(performs('invite'));
    walk.input({ type: 'start', at: DAY });
    expect(walk.command).toMatchObject(performs('invite'));
  });

  it('survive ids that look like properties of objects', () => {
    const walk = walkOf(
      planOf([
        { id: 'constructor', kind: 'visit', next: '__proto__', on_error: { do: 'stop' } },
        { id: 'z', kind: 'end', outcome: 'completed' },
      ]),
    );
    expect(walk.command).toMatchObject(performs('constructor', 1));
    expect(walk.done()).toEqual(finishes('failed'));
  });

  it('end a plan that runs in a circle', () => {
    const circle = { event: 'accepted_invitation', within: DAY, on_error: { do: 'stop' } } as const;
    const walk = walkOf(
      planOf([
        { ...circle, id: 'a', kind: 'wait_for', then: 'b', else: 'b', next: 'b' },
        { ...circle, id: 'b', kind: 'wait_for', then: 'a', else: 'a', next: 'a' },
      ]),
    );
    expect(walk.event({ type: 'accepted_invitation' })).toEqual(finishes('failed'));
  });
});
