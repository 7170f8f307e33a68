import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyChange } from '../../src/runtime/enroll/apply/apply-change.ts';
import { applySequence } from '../../src/runtime/enroll/apply/apply-sequence.ts';
import { planChange, planRollback } from '../../src/runtime/enroll/apply/plan-change.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { readEnrollment } from '../../src/runtime/store/enrollments/read-enrollment.ts';
import { signalClock } from '../../src/runtime/temporal/signal.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { openServiceBench, type ServiceBench } from '../activities/service.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../support/engine-in-temporal.ts';

let bench: ServiceBench;
let engine: EngineInTemporal;
let anna: string;

beforeAll(async () => {
  [bench, engine] = await Promise.all([openServiceBench(), startEngineInTemporal()]);
  anna = await bench.sender();
});
afterAll(async () => {
  await engine?.close();
  await bench?.close();
});

const say = (text: string) => `  - message: "${text}"\n    else:\n      - end: not_connected\n`;
const sequence = (name: string, steps: string) =>
  `sequence: ${name}\nsenders: { professional: [${anna}] }\nsteps:\n${steps}`;

async function enroll(name: string, first_name: string) {
  const person = await bench.sandbox.person({ first_name, last_name: 'Lovelace', degree: 1 });
  const enrolled = await enrollLead(bench, { sequence: name, lead: { profile_url: person.url, first_name } });
  if (enrolled.kind !== 'created') throw new Error(enrolled.message);
  await engine.tellTemporal(bench);
  const { id } = enrolled.enrollment;
  const row = async () => {
    const found = await readEnrollment(bench.db, id);
    return { version: found?.version, node: found?.node, outcome: found?.outcome };
  };
  return {
    id,
    row,
    texts: async () => (await bench.sandbox.received(person.slug)).map(({ kind, text }) => text ?? kind),
    /** A day passes for everybody. */
    async later(days: number) {
      bench.travel(bench.clock.now() + days * DAY);
      await signalClock(engine.environment.client, id, bench.clock.setting());
    },
  };
}

async function apply(name: string, text: string) {
  const planned = await planChange(bench, name, engine.known(text), { move: true });
  if (planned.kind !== 'planned' || planned.shown.id === null) throw new Error(JSON.stringify(planned));
  const applied = await applyChange(bench, name, { id: planned.shown.id });
  if (applied.kind !== 'applied') throw new Error(JSON.stringify(applied));
  await engine.tellTemporal(bench);
  return applied.change;
}

const until = (condition: () => Promise<void>) => vi.waitFor(condition, { timeout: 120_000, interval: 50 });

const working = (work: () => Promise<void>) => engine.working(bench.activities(bench.v2), work);

describe('somebody who waits while their sequence changes', () => {
  it('goes on in the new version: nothing comes again, and what is new comes', async () => {
    const first = sequence('hello', `${say('Hello')}  - wait: 3 days\n${say('Just floating this up.')}`);
    // Every id that is derived means another step now.
    const second = sequence(
      'hello',
      `  - visit\n${say('Hello')}  - wait: 1 day\n${say('Just floating this up.')}${say('And something new.')}`,
    );
    await applySequence(bench, engine.known(first));
    await working(async () => {
      const ada = await enroll('hello', 'Ada');
      await until(async () => expect(await ada.row()).toMatchObject({ version: 1, node: '2-wait' }));
      expect(await ada.texts()).toEqual(['Hello']);
      expect(await apply('hello', second)).toMatchObject({ version: 2, moved: 1, left: [] });
      expect(await ada.row()).toMatchObject({ version: 2, node: '3-wait' });
      await ada.later(1);
      await until(async () => expect(await ada.row()).toMatchObject({ version: 2, outcome: 'completed' }));
      expect(await ada.texts()).toEqual(['Hello', 'Just floating this up.', 'And something new.']);
    });
  });

  it('goes back with a rollback, and gets what the first version has left for them, once', async () => {
    const first = sequence('back', `${say('Hello')}  - wait: 2 days\n${say('The first ending.')}`);
    const second = sequence(
      'back',
      `${say('Hello')}  - visit\n  - wait: 2 days\n${say('Another ending, of other words.')}`,
    );
    await applySequence(bench, engine.known(first));
    await working(async () => {
      const ada = await enroll('back', 'Grace');
      await until(async () => expect(await ada.row()).toMatchObject({ version: 1, node: '2-wait' }));
      expect(await apply('back', second)).toMatchObject({ version: 2, moved: 1 });
      await until(async () => expect(await ada.row()).toMatchObject({ version: 2, node: '3-wait' }));
      const planned = await planRollback(bench, 'back');
      if (planned.kind !== 'planned' || planned.shown.id === null) throw new Error(planned.kind);
      expect(await applyChange(bench, 'back', { id: planned.shown.id })).toMatchObject({ change: { moved: 1 } });
      await engine.tellTemporal(bench);
      await ada.later(2);
      await until(async () => expect(await ada.row()).toMatchObject({ version: 1, outcome: 'completed' }));
      expect(await ada.texts()).toEqual(['Hello', 'The first ending.']);
    });
  });

  it('takes no step of the old version, also when the walk hears of the move late', async () => {
    const first = sequence('late', `${say('Hello')}  - wait: 1 day\n${say('The old ending.')}`);
    const second = sequence('late', `${say('Hello')}  - wait: 1 day\n  - end: changed\n`);
    await applySequence(bench, engine.known(first));
    await working(async () => {
      const ada = await enroll('late', 'Mary');
      await until(async () => expect(await ada.row()).toMatchObject({ version: 1, node: '2-wait' }));
      const planned = await planChange(bench, 'late', engine.known(second), { move: true });
      if (planned.kind !== 'planned' || planned.shown.id === null) throw new Error(planned.kind);
      await applyChange(bench, 'late', { id: planned.shown.id });
      // The wait is over before anybody has told the walk: it comes to a message that is no longer its.
      await ada.later(1);
      await until(async () => {
        const { rows } = await bench.db.query('select 1 from intents where enrollment_id = $1', [ada.id]);
        const history = await engine.environment.client.workflow.getHandle(`enr:${ada.id}`).fetchHistory();
        const markers = history.events?.filter(({ markerRecordedEventAttributes }) => markerRecordedEventAttributes);
        expect(rows).toHaveLength(1);
        // Message, settle, the deferred message, settle.
        expect(markers?.length).toBeGreaterThanOrEqual(4);
      });
      await engine.tellTemporal(bench);
      await until(async () => expect(await ada.row()).toMatchObject({ version: 2, outcome: 'changed' }));
      expect(await ada.texts()).toEqual(['Hello']);
    });
  });
});
