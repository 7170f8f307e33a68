import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { changePause } from '../../src/runtime/control/pause.ts';
import { findPause, listPauses, type PauseRow } from '../../src/runtime/store/control/pauses.ts';
import type { CallOutcome } from '../../src/v2/client/outcome.ts';
import { ask, type Bench, INVITE, openBench, VISIT } from './bench.ts';

let bench: Bench;
let people = 0;
let plan: Plan;
beforeAll(async () => {
  bench = await openBench();
  plan = await bench.sequence([VISIT]);
});
beforeEach(() => bench.db.query('delete from failed_steps; delete from holds'));
afterAll(() => bench.close());

/** Answers each call as the next of the list says: a code, or null for a success. */
function answering(codes: readonly (string | null)[]): StepClient {
  const left = [...codes];
  return {
    async perform(): Promise<CallOutcome<never>> {
      const code = left.shift() ?? null;
      if (code === null) return { kind: 'success', data: {} as never, credits: 0, replayed: false };
      const status = { status: 422, code: 'CHANNEL_ERROR', sub_code: code, retry_after_ms: null } as const;
      return { kind: 'refused', ...status, message: 'no such profile', credits: 0 };
    },
    listLogs: async () => ({ kind: 'unreachable', reason: 'not part of this test' }),
  };
}

interface Of {
  readonly campaign?: string | null;
  readonly account?: string;
  readonly of?: Plan;
}

/** One person more, whose step is performed. */
async function step(client: StepClient, { campaign = null, account = 'acc_anna', of = plan }: Of = {}) {
  const lead = { profile_url: `https://n.example/in/breaker-${people++}`, first_name: 'Ada' };
  const person = await bench.enroll(of, lead, { professional: account, email: account });
  await bench.db.query('update enrollments set campaign_id = $2 where id = $1', [person.id, campaign]);
  const result = await bench.activities(client).perform(ask(person, of.start));
  return { person, result };
}

async function steps(codes: readonly (string | null)[], of: Of = {}): Promise<string[]> {
  const client = answering(codes);
  const results: string[] = [];
  for (const _ of codes) results.push((await step(client, of)).result.status);
  return results;
}

/** A campaign of its own, and an account of its own. */
async function fresh(): Promise<{ readonly campaign: string; readonly account: string }> {
  const id = String(people++);
  await bench.account(`acc_${id}`);
  await bench.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, weight, created_at)
     values ($1, $1, $2, 1, '{}', $1, 'running', 1, now())`,
    [`cmp_${id}`, plan.sequence],
  );
  return { campaign: `cmp_${id}`, account: `acc_${id}` };
}

const times = (count: number, code: string | null): (string | null)[] => Array.from({ length: count }, () => code);
const resume = (hold: Pick<PauseRow, 'scope' | 'target'>) =>
  changePause({ db: bench.db, clock: bench.clock, lease_ms: 0 }, { ...hold, action: 'resume', note: null });

describe('a campaign', () => {
  it('pauses itself when most of its last 25 steps failed for the same reason, and says so until a person resumes it', async () => {
    const of = await fresh();
    expect(new Set(await steps(times(12, 'WRONG'), of))).toEqual(new Set(['failed']));
    expect(await listPauses(bench.db)).toEqual([]);
    const { person } = await step(answering(['WRONG']), of);
    const note = '13 of its last 13 steps failed with WRONG: no such profile';
    expect(await findPause(bench.db, 'campaign', of.campaign)).toMatchObject({
      state: 'paused',
      by_itself: true,
      note,
    });
    expect(await bench.titles(person.id)).toContain(`The campaign paused itself: ${note}`);
    // The account, which others share, goes on.
    expect(await listPauses(bench.db)).toHaveLength(1);
    const { result } = await step(answering([null]), of);
    expect(result).toMatchObject({
      ...{ status: 'deferred', kind: 'person' },
      text: `Paused with the campaign ${of.campaign}, which paused itself: ${note}`,
    });
    expect((await step(answering([null]), { account: of.account })).result).toMatchObject({ status: 'done' });

    await resume({ scope: 'campaign', target: of.campaign });
    // What was before does not count any more.
    expect(new Set(await steps(times(12, 'WRONG'), of))).toEqual(new Set(['failed']));
    expect(await listPauses(bench.db)).toEqual([]);
    await steps(['WRONG'], of);
    expect(await findPause(bench.db, 'campaign', of.campaign)).toMatchObject({ by_itself: true });
  });

  it('goes on where as many went well, where they failed for other reasons, and where they took their else', async () => {
    const well = await fresh();
    await steps([...times(12, 'WRONG'), ...times(13, null), ...times(12, 'WRONG')], well);
    expect(await listPauses(bench.db)).toEqual([]);
    // 13 of 25 by now.
    await steps(['WRONG'], well);
    expect(await listPauses(bench.db)).toMatchObject([
      { target: well.campaign, note: '13 of its last 25 steps failed with WRONG: no such profile' },
    ]);
    // Of the last 25 of these, 24 failed, and of all of them 15 for the same reason.
    const mixed = await fresh();
    await steps([...times(3, 'WRONG'), ...times(12, null), ...times(12, 'OTHER_REASON'), ...times(12, 'WRONG')], mixed);
    await steps(times(25, 'RECENTLY_WITHDRAWN'), await fresh());
    expect(await listPauses(bench.db)).toHaveLength(1);
  });

  it('counts what went well from each of the senders that it has of its own', async () => {
    const { campaign, account } = await fresh();
    const other = await fresh();
    await bench.db.query('update campaigns set senders = $2 where id = $1', [
      campaign,
      JSON.stringify({ professional: [account, other.account] }),
    ]);
    await steps(times(13, null), { campaign, account: other.account });
    await steps(times(13, 'WRONG'), { campaign, account });
    // 13 of 25: as many of the others went well as are looked at.
    expect(await findPause(bench.db, 'campaign', campaign)).toMatchObject({
      note: '13 of its last 25 steps failed with WRONG: no such profile',
    });
  });

  it('counts its own steps alone, and those that fail without a call', async () => {
    const [one, other] = [await fresh(), await fresh()];
    const shared = { account: one.account };
    for (let round = 0; round < 12; round++) {
      await steps(['WRONG', null], { campaign: one.campaign, ...shared });
      await steps([null, null, null], { campaign: other.campaign, ...shared });
    }
    await steps(['WRONG'], { campaign: one.campaign, ...shared });
    expect(await listPauses(bench.db)).toMatchObject([{ scope: 'campaign', target: one.campaign }]);

    const unwritten = await bench.sequence([{ ...INVITE, note: 'Hi {{ headline }}' } as typeof INVITE]);
    const broken = await fresh();
    const results = [];
    for (let index = 0; index < 13; index++)
      results.push((await step(answering([]), { ...broken, of: unwritten })).result);
    expect(results).toEqual(results.map(() => expect.objectContaining({ status: 'failed', code: 'MISSING_VARIABLE' })));
    expect(await findPause(bench.db, 'campaign', broken.campaign)).toMatchObject({ by_itself: true });
  });
});

describe('an account', () => {
  it('pauses itself where no campaign of it does, and another account goes on', async () => {
    const [{ account }, other] = [await fresh(), await fresh()];
    await steps(times(13, 'WRONG'), { account });
    expect(await listPauses(bench.db)).toMatchObject([{ scope: 'account', target: account, by_itself: true }]);
    expect((await step(answering([null]), { account })).result).toMatchObject({
      status: 'deferred',
      text: expect.stringContaining(`Paused with the account ${account}, which paused itself`),
    });
    expect((await step(answering([null]), other)).result).toMatchObject({ status: 'done' });
    await resume({ scope: 'account', target: account });
    expect((await step(answering([null]), { account })).result).toMatchObject({ status: 'done' });
  });

  it('pauses by what many campaigns saw of it, of which none saw enough', async () => {
    const [{ account }, ...others] = [await fresh(), await fresh(), await fresh(), await fresh()];
    for (let round = 0; round < 5; round++) {
      for (const { campaign } of others) await steps(['WRONG'], { account, campaign });
    }
    expect(await listPauses(bench.db)).toMatchObject([{ scope: 'account', target: account }]);
  });
});
