import { unsubscribeUrl } from '../../../src/app/api/auth/unsubscribe.ts';
import { finding } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import { V2_TIMEOUT } from '../system/start-system.ts';
import { type Meddle, startV2Gate, truncated } from '../system/v2-gate.ts';
import { untilAnswersGo } from '../until-answers-go.ts';

/** Writers who are at work at the same time. */
const AUTHORS = 4;
/** Wall milliseconds: longer than a lease, and than what counts as proof that nothing went out. */
const FROZEN_MS = V2_TIMEOUT * 1000 * 3;
/** Share of the calls of answers that are executed or not without the worker hearing anything that it could believe. */
const UNSURE = 0.2;

interface Conversation {
  readonly id: string;
  readonly lead: { readonly id: string };
  readonly history: readonly { readonly id: string }[];
  readonly answers: readonly { readonly id: string; readonly state: string }[];
}
interface Written {
  readonly id?: string;
  readonly code?: string;
  readonly entries?: readonly { readonly id: string }[];
}

/** How many answers were taken, and which of them the API said were taken back. */
interface Wrote {
  readonly taken: number;
  readonly taken_back: readonly string[];
  readonly failed: readonly string[];
}

/** People of ours answer whoever has written or was written to: alone, at once, twice by one click; some take back, some are not wanted any more. */
async function answerPeople(run: Run): Promise<Wrote> {
  const { system, random, rounds, pause } = run;
  const failed: string[] = [];
  const taken_back: string[] = [];
  let left = rounds;
  let taken = 0;
  let keys = 0;

  /** As a client does: the same request once more, under its key, until somebody answers it. */
  const ask = async <T>(method: string, path: string, body?: object, key = `key ${++keys}`) => {
    for (let attempt = 0; attempt < 300; attempt++) {
      const answered = await fetch(`${system.api_url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${system.api_key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as T }))
        .catch(() => null);
      if (answered !== null && answered.status < 500) return answered;
      await pause(200);
    }
    failed.push(`${method} ${path} was never answered`);
    return { status: 0, body: {} as T };
  };

  async function answer(): Promise<void> {
    const { body: page } = await ask<{ items?: { id: string }[] }>('GET', '/conversations?limit=200&sort=created_at');
    const [first, ...others] = page.items ?? [];
    if (first === undefined) return pause(300);
    const { body: open } = await ask<Conversation>('GET', `/conversations/${random.pick([first, ...others]).id}`);
    const waits = open.answers.filter(({ state }) => state === 'waiting' || state === 'sending');
    const number = left--;
    const path = `/conversations/${open.id}/messages`;
    const asked = {
      text: `From Anna, number ${number}`,
      last_seen: waits.at(-1)?.id ?? open.history.at(-1)?.id ?? null,
      send_after: random.pick([0, 0, 1, 2]),
      sequences: random.pick(['pause', 'continue'] as const),
    };
    const write = async (text: string, key: string): Promise<string | undefined> => {
      const { body } = await ask<Written>('POST', path, { ...asked, text }, key);
      const confirm = body.entries?.map(({ id }) => id);
      const { id } =
        confirm === undefined ? body : (await ask<Written>('POST', path, { ...asked, text, confirm })).body;
      if (id !== undefined) taken += 1;
      return id;
    };
    const key = `click ${number}`;
    switch (random.pick(['plain', 'twice', 'colleague', 'taken back', 'suppressed', 'unsubscribed'] as const)) {
      case 'plain':
        await write(asked.text, key);
        return;
      case 'twice':
        await Promise.all([write(asked.text, key), write(asked.text, key), write(asked.text, key)]);
        return;
      case 'colleague':
        await Promise.all([write(asked.text, key), write(`From Ben, number ${number}`, `click ${number} of Ben`)]);
        return;
      case 'taken back': {
        const id = await write(asked.text, key);
        await pause(random.whole(0, 2500));
        if (id === undefined) return;
        const { status } = await ask('DELETE', `${path}/${id}`);
        if (status === 200) taken_back.push(id);
        return;
      }
      case 'suppressed': {
        await write(asked.text, key);
        await pause(random.whole(0, 2500));
        await ask('POST', '/suppressions', { lead_id: open.lead.id, reason: 'asked by phone' });
        return;
      }
      case 'unsubscribed': {
        await write(asked.text, key);
        await pause(random.whole(0, 2500));
        await unsubscribe(run, open.lead.id);
      }
    }
  }

  const writing = async (): Promise<void> => {
    while (left > 0) await answer();
  };
  await Promise.all(Array.from({ length: AUTHORS }, writing));
  return { taken, taken_back, failed };
}

async function stillGoing({ system }: Run, ids: readonly string[]): Promise<string[]> {
  const { rows } = await system.engine_db.query<{ id: string }>(
    `select id from answers where id = any($1) and state <> 'withdrawn'`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Clicks the link of a mail of ours, which the API may be too dead to hear. */
async function unsubscribe({ system }: Run, leadId: string): Promise<void> {
  const { rows } = await system.engine_db.query<{ id: string }>(
    'select id from enrollments where lead_id = $1 order by id limit 1',
    [leadId],
  );
  const link = unsubscribeUrl(system.api_url, Buffer.from(system.secret_key, 'hex'));
  for (const { id } of rows) await fetch(link(id), { method: 'POST' }).catch(() => undefined);
}

/** Spoils calls of answers: the service executes them or not, and the worker does not hear which. */
const unsure =
  ({ random, fault }: Run): Meddle =>
  async ({ key }, forward) => {
    if (key === null || !key.includes('/answer/') || random.next() >= UNSURE) return forward();
    const what = random.pick(['answer lost', 'call lost', 'broken answer'] as const);
    fault(what);
    if (what === 'call lost') return null;
    const answer = await forward();
    return what === 'answer lost' ? null : truncated(answer);
  };

export const peopleAnswer: Scenario = {
  name: 'people-answer',
  about:
    'people of ours answer, while workers and the API are killed or frozen, connections are cut and the V2 service is unsure',
  rounds: 80,
  load: { leads: 24, speed: 1440 },
  mistakes: [
    {
      name: 'answer-past-a-no',
      what: 'an answer goes out although its person is on the do-not-contact list',
      find: 'from suppressions where id = found.id limit 1) s order by s.id',
      put: 'from suppressions where id = found.id limit 1) s where false order by s.id',
      seed: 1,
    },
    {
      name: 'answer-taken-back-goes',
      what: 'an answer is said to be taken back, and goes',
      find: '.endAnswer)(tx, { id, state: "withdrawn", at })',
      put: '.endAnswer)',
      seed: 1,
    },
  ],
  async play(run) {
    const { system, random, fault, pause, untilAllEnd } = run;
    const gate = await startV2Gate(system.v2_url);
    await system.links['workers-v2'].leadTo(gate.address);
    gate.meddle(unsure(run));
    let over = false;
    const breaking = async (): Promise<void> => {
      while (!over) {
        await pause(random.whole(300, 2500));
        const what = random.pick(['worker', 'worker', 'api', 'cut', 'reset', 'frozen'] as const);
        switch (what) {
          case 'worker':
          case 'api': {
            const role = what === 'api' ? system.api : random.pick(system.workers);
            if (await role.kill()) fault(`kill -9 of ${role.name}`);
            await role.start();
            break;
          }
          case 'frozen': {
            const worker = random.pick(system.workers);
            worker.signal('SIGSTOP');
            fault(`SIGSTOP of ${worker.name}`);
            await pause(FROZEN_MS + random.whole(0, 3000));
            worker.signal('SIGCONT');
            break;
          }
          case 'cut':
            await system.links[random.pick(['workers-v2', 'workers-postgres'] as const)].cut();
            fault('connections cut');
            break;
          case 'reset': {
            const heal = await system.links['workers-v2'].poison({ type: 'reset_peer', attributes: { timeout: 50 } });
            fault('connections to the service reset');
            await pause(random.whole(200, 1500));
            await heal();
          }
        }
      }
    };
    const broken = breaking();
    const { taken, taken_back, failed } = await answerPeople(run).finally(() => {
      over = true;
    });
    await broken;
    gate.meddle(null);
    await system.heal();
    await untilAnswersGo(run);
    await system.callApi('POST', '/api/enrollments/control', { action: 'resume', filter: { all: true } });
    await untilAllEnd();
    await system.links['workers-v2'].leadTo(new URL(system.v2_url).host);
    await gate.stop();
    const none = taken === 0 ? ['nothing was written'] : [];
    const gone = (await stillGoing(run, taken_back)).map(
      (id) => `the answer ${id} was said to be taken back, and is not`,
    );
    return [
      finding(
        'written',
        'people of ours wrote meanwhile, were answered, and took back what they were told they had',
        { taken, taken_back: taken_back.length },
        [...failed, ...none, ...gone],
      ),
    ];
  },
};
