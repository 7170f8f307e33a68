import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import { fileAsSent } from '../support/mail/mail-world.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { type MailBench, PASSWORD, startMailBench, WITHIN } from './support/mail-bench.ts';

const SENDER = 'anna@agency.test';
const SEQUENCE = `sequence: by-mail
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
limits: { emails: 100/day }
steps:
  - email: { subject: "Hello {{ first_name }}", text: "Hi {{ first_name }}, shall we talk?" }
  - end: written
`;

const servers = await startMailServers();
const server = servers as MailServer;

// The moment with the most at stake: the mail server has taken the mail, and nobody on our side knows.
describe.skipIf(servers === null)('a mail between its final dot and its record', () => {
  let bench: MailBench;
  let account: string;
  beforeAll(async () => {
    // Proof that a call is not under way any more takes a little longer than its time-out.
    bench = await startMailBench(server, { env: { V2_TIMEOUT: '5' } });
    account = await bench.mailbox(SENDER);
    await bench.apply(SEQUENCE);
  }, 360_000);
  afterAll(async () => {
    await bench?.dispose();
    await servers?.stop();
  });

  const submittedTo = (name: string) => server.submitted.filter(({ to }) => to.includes(`${name}@people.test`));
  const enroll = (name: string) => bench.enroll('by-mail', name, { senders: { email: account } });
  const outcome = async (id: string) => (await bench.standing(id)).outcome;
  /** A role dies when the server has the mail; `first` is what happens before. */
  const killAt = (
    name: string,
    role: 'V2 service' | 'worker',
    first: (source: Buffer) => Promise<void> = async () => undefined,
  ) => {
    const killed = bench.system.run().pids[role];
    server.faults.add({
      at: 'data',
      to: `${name}@people.test`,
      async after(source) {
        await first(source);
        bench.system.killRole(role);
      },
    });
    return async () => expect(bench.system.run().pids[role]).not.toBe(killed);
  };

  it('is resolved without a person where the V2 service was killed, and the provider filed the mail', async () => {
    const wasKilled = killAt('ada', 'V2 service', (source) => fileAsSent(server, SENDER, PASSWORD, source));
    const id = await enroll('ada');
    expect(await bench.mailsOf('ada')).toHaveLength(1);
    await expect.poll(() => outcome(id), LONG).toBe('written');
    await wasKilled();
    expect(submittedTo('ada')).toHaveLength(1);
  });

  it('is resolved without a person where the worker was killed: the log has it under its key', async () => {
    const wasKilled = killAt('bob', 'worker');
    const id = await enroll('bob');
    expect(await bench.mailsOf('bob')).toHaveLength(1);
    await expect.poll(() => outcome(id), LONG).toBe('written');
    await wasKilled();
    expect(submittedTo('bob')).toHaveLength(1);
  });

  it('becomes a question for a person where the V2 service was killed and nothing proves the mail, and is not sent again', async () => {
    const wasKilled = killAt('cara', 'V2 service');
    const id = await enroll('cara');
    expect(await bench.mailsOf('cara')).toHaveLength(1);
    // Looks are ever further apart.
    const asked = async () => {
      await bench.advance('PT5M');
      return (await bench.standing(id)).status;
    };
    await expect.poll(asked, { ...LONG, interval: 2000 }).toBe('needs_person');
    await wasKilled();
    expect(submittedTo('cara')).toHaveLength(1);
    type Task = { id: string; kind: string };
    const { body } = await bench.system.api<{ items: Task[] }>('GET', `/api/tasks?status=open&enrollment_id=${id}`);
    expect(body.items.map(({ kind }) => kind)).toEqual(['unknown_outcome']);
    await bench.system.api('POST', `/api/tasks/${body.items[0]?.id}`, { decision: 'sent', note: 'I asked her' });
    await expect.poll(() => outcome(id), WITHIN).toBe('written');
    expect(submittedTo('cara')).toHaveLength(1);
    expect(server.arrived('cara@people.test')).toHaveLength(1);
  });

  const LONG = { timeout: 240_000, interval: 500 };
});
