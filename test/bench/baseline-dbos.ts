// A process of its own, as ours is: the benchmark's sequence by hand on DBOS, whose workflows live in Postgres and in the process itself,
// and a bare webhook receiver that sends them a message. It is told by its parent whom to begin with.
import { DBOS } from '@dbos-inc/dbos-sdk';
import { z } from 'zod';
import { createCalls, receiveAccepted } from './baseline-calls.ts';

const settings = z
  .object({ v2: z.string(), key: z.string(), accounts: z.array(z.string()), database: z.string() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const personSchema = z.object({ profile_url: z.string(), public_identifier: z.string() });

const SEVEN_DAYS = 7 * 86_400;
const { visit, invite, message } = createCalls(settings);
/** As Temporal does unasked: what throws is tried again. */
const step = (name: string, work: () => Promise<void>): Promise<void> =>
  DBOS.runStep(work, { name, retriesAllowed: true, maxAttempts: 10 });

/** No plan, no limits, no intents, no timeline, no stop on reply. */
const walk = DBOS.registerWorkflow(
  async (profileUrl: string): Promise<string> => {
    await step('visit', () => visit(profileUrl));
    await step('invite', () => invite(profileUrl));
    if ((await DBOS.recv('accepted', SEVEN_DAYS)) === null) return 'no_answer';
    await step('message', () => message(profileUrl));
    return 'completed';
  },
  { name: 'walk' },
);

DBOS.setConfig({
  ...{ name: 'baseline', applicationVersion: '1', systemDatabaseUrl: settings.database },
  ...{ systemDatabasePoolSize: 20, logLevel: 'warn' },
});
await DBOS.launch();
const hook = await receiveAccepted((publicIdentifier) => DBOS.send(publicIdentifier, true, 'accepted'));
process.on('message', async (given) => {
  const { profile_url, public_identifier } = personSchema.parse(given);
  await DBOS.startWorkflow(walk, { workflowID: public_identifier })(profile_url);
});
// Nobody is left to end it when the benchmark is interrupted.
process.on('disconnect', () => process.exit());
process.send?.(hook);
