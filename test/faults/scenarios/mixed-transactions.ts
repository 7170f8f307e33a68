import { finding } from '../invariants/finding.ts';
import { SEQUENCE_NAME, sequenceText } from '../load.ts';
import type { Run, Scenario } from '../scenario.ts';
import { untilAnswersGo } from '../until-answers-go.ts';

const AT_ONCE = 16;

/** People and programs ask for everything at once, of few people, while these are under way. Deadlocks are counted in every scenario. */
async function askForEverything(run: Run): Promise<{ readonly asked: number; readonly failed: readonly string[] }> {
  const { system, load, random, rounds, fault } = run;
  const failed: string[] = [];
  const post = async <T>(path: string, body: unknown = {}): Promise<T | null> => {
    const { status, body: answer } = await system.callApi<T>('POST', `/api${path}`, body);
    // What cannot be asked of somebody's present step is refused with a 4xx.
    if (status >= 500) failed.push(`${path} was answered ${status}: ${JSON.stringify(answer)}`);
    return status < 300 ? answer : null;
  };
  const people = await system.engine_db.query<{ profile_url: string; email: string | null }>(
    'select profile_url, email from leads order by id',
  );
  const known = people.rows.map(({ profile_url }) => profile_url);
  const someone = (): string => random.pick(load.enrollments as [string, ...string[]]);
  const some = (): string[] => Array.from({ length: random.whole(2, 12) }, someone);
  const account = (): string => random.pick(load.accounts as [string, ...string[]]);
  const held = random.pick(['/pause', `/sequences/${SEQUENCE_NAME}/pause`] as const);
  const kinds: readonly [() => Promise<unknown>, ...(() => Promise<unknown>)[]] = [
    async () => {
      const id = someone();
      await post(`/enrollments/${id}/pause`);
      await post(`/enrollments/${id}/resume`);
    },
    () => post(`/enrollments/${someone()}/reschedule`, { in: `${random.whole(1, 90)} minutes` }),
    () => post('/enrollments/control', { action: 'pause', filter: { ids: some() } }),
    () => post('/enrollments/control', { action: 'resume', filter: { ids: some() } }),
    () => post('/enrollments/control', { action: 'resume', filter: { all: true } }),
    () => post('/enrollments/control', { action: 'retry', filter: { ids: some() } }),
    () => post('/enrollments/control', { action: 'stop', filter: { ids: [someone()] } }),
    async () => {
      const id = account();
      await post(`/accounts/${id}/pause`);
      await post(`/accounts/${id}/resume`);
    },
    async () => {
      await post(held);
      await post(held.replace('pause', 'resume'));
    },
    // They are in a sequence, so nobody is enrolled: the names and people are locked and looked at all the same.
    () =>
      post('/enrollments/batch', {
        sequence: SEQUENCE_NAME,
        leads: Array.from({ length: 5 }, () => ({ profile_url: random.pick(known as [string, ...string[]]) })),
      }),
    async () => {
      const rows = Array.from({ length: 40 }, () => random.pick(known as [string, ...string[]]));
      const name = `mixed-${random.whole(1, 1_000_000_000)}`;
      await fetch(`${system.api_url}/api/campaigns?name=${name}&sequence=${SEQUENCE_NAME}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${system.api_key}`, 'content-type': 'text/csv' },
        body: `profile_url\n${rows.join('\n')}\n`,
      });
    },
    async () => {
      const value = random.pick(['nobody', 'Nowhere Ltd', 'Nothing & Sons']);
      const made = await post<{ id: string }>('/suppressions', { company: value, reason: 'asked' });
      if (made) await system.callApi('DELETE', `/api/suppressions/${made.id}`);
    },
    async () => {
      const { body } = await system.callApi<{ items?: { id: string }[] }>('GET', '/api/conversations?limit=100');
      const [first, ...others] = body.items ?? [];
      if (first) await writeIn(run, random.pick([first, ...others]).id, failed);
    },
    () => post('/suppressions', { email: `nobody-${random.whole(1, 50)}@people.example`, reason: 'asked' }),
    () =>
      system.callApi(
        'POST',
        '/api/sequences',
        sequenceText(load.limits, load.zone, `Thank you ${random.whole(1, 3)} times`),
      ),
  ];
  let left = rounds;
  const ask = async (): Promise<void> => {
    while (left-- > 0) await random.pick(kinds)();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  fault(`${rounds} things asked for, ${AT_ONCE} at once`);
  await post('/resume');
  await post(`/sequences/${SEQUENCE_NAME}/resume`);
  for (const id of load.accounts) await post(`/accounts/${id}/resume`);
  await untilAnswersGo(run);
  await post('/enrollments/control', { action: 'resume', filter: { all: true } });
  return { asked: rounds, failed };
}

/** Somebody of ours answers, whether it may go or not, and some take it back. */
async function writeIn({ system, random }: Run, id: string, failed: string[]): Promise<void> {
  type Shown = { history?: { id: string }[]; answers?: { id: string; state: string }[] };
  const ask = async <T>(method: string, path: string, body?: object) => {
    const answered = await fetch(`${system.api_url}/api/conversations/${id}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${system.api_key}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': `mixed-${random.next()}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answered.status >= 500) failed.push(`${method} ${path} was answered ${answered.status}`);
    return (await answered.json()) as T;
  };
  const { history = [], answers = [] } = await ask<Shown>('GET', '');
  const open = answers.filter(({ state }) => state === 'waiting' || state === 'sending');
  const written = await ask<{ id?: string }>('POST', '/messages', {
    text: `Written meanwhile, ${random.whole(1, 1_000_000_000)}`,
    last_seen: open.at(-1)?.id ?? history.at(-1)?.id ?? null,
    send_after: random.pick([0, 2]),
    sequences: 'continue',
  });
  if (written.id !== undefined && random.next() < 0.5) await ask('DELETE', `/messages/${written.id}`);
}

export const mixedTransactions: Scenario = {
  name: 'mixed-transactions',
  about: 'a thousand things asked for at once of people who are under way: nobody waits in a circle',
  rounds: 1000,
  async play(run) {
    const { asked, failed } = await askForEverything(run);
    return [finding('asked', 'all that was asked for was answered', { asked }, failed)];
  },
};
