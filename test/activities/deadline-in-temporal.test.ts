import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SyncLoop, startSyncLoop } from '../../src/runtime/accounts/sync-loop.ts';
import { applySequence } from '../../src/runtime/enroll/apply/apply-sequence.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { endGaps } from '../../src/runtime/store/accounts/gap.ts';
import { wakeHeard } from '../../src/runtime/store/accounts/unheard-waits.ts';
import { readEnrollment } from '../../src/runtime/store/enrollments/read-enrollment.ts';
import { signalClock } from '../../src/runtime/temporal/signal.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { box } from '../events/fixtures.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../support/engine-in-temporal.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let engine: EngineInTemporal;
let anna: string;
let sync: SyncLoop;
const fail = (error: unknown) => {
  throw error;
};

beforeAll(async () => {
  [bench, engine] = await Promise.all([openServiceBench(), startEngineInTemporal()]);
  anna = await bench.sender();
  const text = `
sequence: patient
senders: { professional: [${anna}] }
steps:
  - invite
  - wait_for: accepted_invitation
    within: 3 days
    then:
      - end: accepted
    else:
      - inmail: { subject: Hello, text: "Hi {{ first_name }}" }
        else:
          - end: no_inmail
      - end: silent
`;
  const applied = await applySequence(bench, engine.known(text));
  if (applied.kind === 'invalid') throw new Error(JSON.stringify(applied.diagnostics));
  // Nobody is there: what happened is pulled.
  const nowhere = { public_url: 'http://127.0.0.1:9', onReceived: () => undefined, idle_ms: 600_000 };
  sync = startSyncLoop({ ...bench, ...nowhere, secrets: box, onError: fail });
});
afterAll(async () => {
  await sync?.stop();
  await engine?.close();
  await bench?.close();
});

/** Does once what the loops of the roles do. */
async function lookAround(): Promise<void> {
  const now = new Date(bench.clock.now());
  while ((await dispatchEvents({ ...bench, onError: fail })) > 0);
  await bench.db.transaction(async (tx) => {
    await endGaps(tx, now);
    await wakeHeard(tx, now, 1);
  });
  await engine.tellTemporal(bench);
}

const until = (condition: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await lookAround();
      await condition();
    },
    { timeout: 120_000, interval: 50 },
  );

/** Somebody who was invited, and all that the test asks of them. */
async function invited(first_name: string) {
  const person = await bench.sandbox.person({ first_name, last_name: 'Lovelace', degree: 2 });
  const enrolled = await enrollLead(bench, { sequence: 'patient', lead: { profile_url: person.url, first_name } });
  if (enrolled.kind !== 'created') throw new Error(enrolled.message);
  const { id } = enrolled.enrollment;
  const row = () => readEnrollment(bench.db, id);
  await until(async () => expect(await row()).toMatchObject({ waiting_kind: 'event' }));
  return {
    row,
    accepts: () =>
      bench.sandbox.control('POST', `/people/${person.slug}/act`, { account_id: anna, do: 'accept_invitation' }),
    /** Lists the kinds of what reached the person. */
    received: async () => (await bench.sandbox.received(person.slug)).map(({ kind }) => kind),
    async goTo(at: number) {
      bench.travel(at);
      await signalClock(engine.environment.client, id, bench.clock.setting());
    },
  };
}

const working = (work: () => Promise<void>) => engine.working(bench.activities(bench.v2), work);

describe('the deadline of an acceptance, while the account is signed out from hour 1 to day 4', () => {
  it.each<[string, number | null, string, string[]]>([
    ['who accepts on day 1 is taken for accepted, and gets nothing else', DAY, 'accepted', ['invitation']],
    [
      'who never accepts gets the InMail, once it is known that they have not',
      null,
      'silent',
      ['invitation', 'inmail'],
    ],
  ])('%s', async (_, accepts, outcome, received) => {
    await working(async () => {
      await sync.refresh();
      const ada = await invited('Ada');
      const begun = bench.clock.now();
      await ada.goTo(begun + HOUR);
      await sync.refresh();
      await bench.sandbox.control('POST', `/accounts/${anna}/expire`, { status: 'inactive' });
      await sync.refresh();
      if (accepts !== null) {
        await ada.goTo(begun + accepts);
        await ada.accepts();
      }
      await ada.goTo(begun + 3 * DAY + HOUR);
      await until(async () => expect(await ada.row()).toMatchObject({ waiting_kind: 'account' }));
      expect((await ada.row())?.waiting_detail).toMatchObject({ constraint: 'unheard' });
      expect(await ada.received()).toEqual(['invitation']);
      await ada.goTo(begun + 4 * DAY);
      await bench.sandbox.control('POST', `/accounts/${anna}/reconnect`, {});
      await sync.refresh();
      await until(async () => expect(await ada.row()).toMatchObject({ status: 'finished', outcome }));
      expect(await ada.received()).toEqual(received);
    });
  });
});
