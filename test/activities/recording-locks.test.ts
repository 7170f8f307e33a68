import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { ask, type Bench, type EnrolledLead, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

/** A visit whose call was answered, and whose outcome is stored when told to. */
async function answered(name: string, { ends }: { ends: boolean }) {
  const plan = await bench.sequence([VISIT]);
  const lead = { profile_url: `https://professional.example/in/${name}` };
  const enrolled: EnrolledLead = await bench.enroll(plan, lead, { professional: 'acc_anna' });
  const { state: walk } = advance(plan, initialState(plan, enrolled.id), { type: 'start', at: bench.clock.now() });
  let isAnswered = false;
  let store = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    store = resolve;
  });
  const { perform } = bench.activities(createCountingClient().client, {}, async (point) => {
    if (point !== 'response_received') return;
    isAnswered = true;
    await released;
  });
  const result = perform({ ...ask(enrolled, 'visit'), ...(ends ? { walk, by_inputs: true } : {}) });
  await eventually(() => expect(isAnswered).toBe(true));
  return { ...enrolled, store, result };
}

const waits = async () => (await waitingForLocks(bench.db)) === 1;

describe('an outcome that is stored while another has locked its enrollment', () => {
  it('waits for nobody where the walk goes on: its line needs no lock that anybody holds', async () => {
    const visit = await answered('goes-on', { ends: false });
    await bench.db.transaction(async (tx) => {
      await lockEnrollment(tx, visit.id);
      visit.store();
      const first = await eventually(async () => {
        const seen = await Promise.race([visit.result, (await waits()) ? 'waits' : 'neither']);
        expect(seen).not.toBe('neither');
        return seen;
      });
      expect(first).toMatchObject({ status: 'done' });
    });
  });

  it('waits before it has locked its intent, where the walk ends with it', async () => {
    const visit = await answered('ends', { ends: true });
    await bench.db.transaction(async (tx) => {
      await lockEnrollment(tx, visit.id);
      visit.store();
      await eventually(async () => expect(await waits()).toBe(true));
      await tx.query('select from intents where enrollment_id = $1 for update nowait', [visit.id]);
    });
    expect(await visit.result).toMatchObject({ status: 'done', settled: { ended: 'completed' } });
  });

  it('holds up nobody of its account whose outcome is stored with it', async () => {
    const plan = await bench.sequence([VISIT]);
    const enroll = (name: string) =>
      bench.enroll(plan, { profile_url: `https://professional.example/in/${name}` }, { professional: 'acc_anna' });
    const [locked, other] = [await enroll('locked'), await enroll('other')];
    let answered = 0;
    let store = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      store = resolve;
    });
    const { perform } = bench.activities(createCountingClient().client, {}, async (point) => {
      if (point !== 'response_received') return;
      answered += 1;
      if (answered > 1) await released;
    });
    // An account that has not answered yet has one call out at a time.
    await perform(ask(await enroll('first'), 'visit'));
    const { state: walk } = advance(plan, initialState(plan, locked.id), { type: 'start', at: bench.clock.now() });
    const ends = perform({ ...ask(locked, 'visit'), walk, by_inputs: true });
    const goesOn = perform(ask(other, 'visit'));
    await eventually(() => expect(answered).toBe(3));
    await bench.db.transaction(async (tx) => {
      await lockEnrollment(tx, locked.id);
      store();
      expect(await goesOn).toMatchObject({ status: 'done' });
      await eventually(async () => expect(await waits()).toBe(true));
      await tx.query('select from intents where enrollment_id = $1 for update nowait', [locked.id]);
    });
    expect(await ends).toMatchObject({ status: 'done', settled: { ended: 'completed' } });
  });
});
