import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applySequence } from '../../src/runtime/enroll/apply/apply-sequence.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { readEnrollment } from '../../src/runtime/store/enrollments/read-enrollment.ts';
import { readLead } from '../../src/runtime/store/leads/read-lead.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { decideQuestion } from '../../src/runtime/store/tasks/decide-task.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { signalClock } from '../../src/runtime/temporal/signal.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../support/engine-in-temporal.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let engine: EngineInTemporal;

beforeAll(async () => {
  [bench, engine] = await Promise.all([openServiceBench(), startEngineInTemporal()]);
  const anna = await bench.sender();
  for (const text of [first(anna), second(anna)]) {
    const applied = await applySequence(bench, engine.known(text));
    if (applied.kind === 'invalid') throw new Error(JSON.stringify(applied.diagnostics));
  }
});
afterAll(async () => {
  await engine?.close();
  await bench?.close();
});

const first = (anna: string) => `
sequence: first
senders: { professional: [${anna}] }
steps:
  - set: { greeting: "Hi {{ first_name }}", tags: [warm] }
  - split:
      a: { weight: 1, steps: [visit] }
      b: { weight: 1, steps: [visit] }
  - task: "Call {{ first_name }}"
    within: 2 days
    else:
      - end: nobody_called
  - message: "{{ greeting }}"
    review: true
    else:
      - end: rejected
  - run: second
`;
const second = (anna: string) => `
sequence: second
senders: { professional: [${anna}] }
steps:
  - message: "And {{ greeting | default: 'hello' }} again"
    else:
      - end: not_connected
`;

const until = (condition: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await engine.tellTemporal(bench);
      await condition();
    },
    { timeout: 120_000, interval: 50 },
  );

async function enroll(first_name: string) {
  const person = await bench.sandbox.person({ first_name, last_name: 'Lovelace', degree: 1 });
  const enrolled = await enrollLead(bench, { sequence: 'first', lead: { profile_url: person.url, first_name } });
  if (enrolled.kind !== 'created') throw new Error(enrolled.message);
  const { id, lead_id } = enrolled.enrollment;
  const openTask = async () =>
    (await readPage(bench.db, taskListing({ status: 'open', enrollment_id: id }), { limit: 1 }))[0];
  return {
    id,
    lead_id,
    row: () => readEnrollment(bench.db, id),
    texts: async () =>
      (await bench.sandbox.received(person.slug)).filter(({ kind }) => kind === 'message').map(({ text }) => text),
    /** Waits until it is asked, then decides. */
    async decide(kind: string, decision: 'approve' | 'reject') {
      await until(async () => {
        expect(await readEnrollment(bench.db, id)).toMatchObject({ status: 'needs_person', task: { kind } });
      });
      const task = await openTask();
      const at = new Date(bench.clock.now());
      await decideQuestion(bench.db, { id: task?.id ?? '', decision, note: null, at });
      return task;
    },
  };
}

const working = (work: () => Promise<void>) => engine.working(bench.activities(bench.v2), work);

describe('a sequence that asks people', () => {
  it('goes on as they decide, sends what they were shown, and continues in the other sequence', async () => {
    await working(async () => {
      const ada = await enroll('Ada');
      await ada.decide('task', 'approve');
      const review = await ada.decide('review', 'approve');
      expect(review?.preview).toMatchObject({ text: 'Hi Ada' });
      await until(async () => expect(await ada.row()).toMatchObject({ status: 'finished', outcome: 'continued' }));
      await until(async () => expect(await ada.texts()).toEqual(['Hi Ada', 'And Hi Ada again']));
      const { rows } = await bench.db.query<{ id: string }>('select id from enrollments where continues = $1', [
        ada.id,
      ]);
      const follower = rows[0]?.id ?? '';
      await until(async () =>
        expect(await readEnrollment(bench.db, follower)).toMatchObject({ sequence: 'second', outcome: 'completed' }),
      );
      expect(await readLead(bench.db, ada.lead_id)).toMatchObject({ tags: ['warm'] });
      const titles = await bench.titles(ada.id);
      expect(titles).toEqual([
        'Enrolled in first, version 1',
        'Sets greeting to Hi Ada; Tags the lead warm',
        expect.stringMatching(/^Takes arm [ab]$/),
        expect.stringMatching(/^Visited the profile of Ada/),
        'Asks a person: Call Ada',
        'A person approved the task: Call Ada',
        "The message waits for a person's approval",
        'A person approved what is to go out',
        expect.stringMatching(/^Sent a message to Ada/),
        'Continues in second, version 1',
        'Ended: continued',
      ]);
    });
  });

  it('takes else when they reject, and when nobody decides in time', async () => {
    await working(async () => {
      const ben = await enroll('Ben');
      await ben.decide('task', 'approve');
      await ben.decide('review', 'reject');
      await until(async () => expect(await ben.row()).toMatchObject({ outcome: 'rejected' }));
      expect(await ben.texts()).toEqual([]);

      const cleo = await enroll('Cleo');
      await until(async () => expect(await cleo.row()).toMatchObject({ status: 'needs_person' }));
      bench.travel(bench.clock.now() + 2 * DAY);
      await signalClock(engine.environment.client, cleo.id, bench.clock.setting());
      await until(async () => expect(await cleo.row()).toMatchObject({ outcome: 'nobody_called', task: null }));
      const expired = taskListing({ status: 'expired', enrollment_id: cleo.id });
      expect(await readPage(bench.db, expired, { limit: 2 })).toHaveLength(1);
    });
  });
});
