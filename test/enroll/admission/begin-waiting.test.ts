import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/language/plan/plan.ts';
import { createBeginning } from '../../../src/runtime/enroll/admission/begin-waiting.ts';
import { inTurnByWeight } from '../../../src/runtime/enroll/admission/in-turn-by-weight.ts';
import { createCampaign } from '../../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../../src/runtime/enroll/campaign/import-page.ts';
import { enrollBatch } from '../../../src/runtime/enroll/enroll-batch.ts';
import { countCampaign } from '../../../src/runtime/store/campaigns/count-campaign.ts';
import { changeCampaign } from '../../../src/runtime/store/campaigns/update-campaign.ts';
import { deletePause, savePause } from '../../../src/runtime/store/control/pauses.ts';
import { readEnrollment } from '../../../src/runtime/store/enrollments/read-enrollment.ts';
import { stopEnrollments } from '../../../src/runtime/store/enrollments/stop-enrollments.ts';
import { readPage } from '../../../src/runtime/store/listing.ts';
import { lineListing } from '../../../src/runtime/store/timeline/list-lines.ts';
import { addSequence, type Bench, openBench } from '../fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

/** Five visits a day: what the next two days and the rest of this one can use is below the thirty that are always let begin. */
const FIVE: Partial<Plan> = { limits: { visit: [{ count: 5, per: 'day' }] } };
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ first_name: `P${n}`, profile_url: `person-${from + n}` }));

async function enroll(sequence: string, count: number, from = 0): Promise<string[]> {
  const enrolled = await enrollBatch(bench, { sequence, leads: people(count, from) });
  if (enrolled.kind === 'refused') throw new Error(enrolled.message);
  return enrolled.results.map(({ id }) => id ?? '');
}

async function begin(): Promise<void> {
  const turn = createBeginning({ ...bench, profiles: [] });
  while (await turn());
}

const started = async (): Promise<string[]> =>
  (
    await bench.db.query<{ target_id: string }>(
      `select target_id from outbox where kind = 'start_enrollment' order by id`,
    )
  ).rows.map(({ target_id }) => target_id);

const visit = (id: string) =>
  bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
     values ($1 || '/visit/1', $1, 'visit', 1, 'acc_anna', 'profiles', 'visit', 'visit', 'done', '{}', now())`,
    [id],
  );

async function import_(name: string, leads: readonly unknown[]): Promise<string> {
  const made = await createCampaign(bench, { name, sequence: 'hello', source: { leads } });
  if (made.kind === 'refused') throw new Error(made.message);
  const read = importPage({ ...bench, v2: { call: () => Promise.reject(new Error('nothing is read')) } });
  while ((await read({ campaign_id: made.campaign.id, offset: 0 })).next_offset !== null);
  return made.campaign.id;
}

describe('who waits to begin', () => {
  it('is only a row, and as many begin as can act soon, the oldest first', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    const ids = await enroll('hello', 100);
    await begin();
    expect(await started()).toEqual(ids.slice(0, 30));
    const waiting = await readEnrollment(bench.db, ids[99] ?? '');
    expect(waiting).toMatchObject({ status: 'queued', waiting_kind: 'slot' });
    expect(waiting?.waiting_text).toMatch(/^waits to begin: /);
    expect(await readEnrollment(bench.db, ids[0] ?? '')).toMatchObject({ waiting_kind: null });
  });

  it('begins when somebody is past the first limited step, has ended, or went another way', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    const ids = await enroll('hello', 100);
    await begin();
    await visit(ids[3] ?? '');
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'completed' where id = $1`, [ids[4]]);
    await bench.db.query(`update enrollments set node = 'answer' where id = $1`, [ids[5]]);
    await bench.db.query(`update enrollments set node = 'visit' where id = $1`, [ids[6]]);
    await begin();
    expect(await started()).toEqual(ids.slice(0, 33));
  });

  it('is nobody where nothing limits the sequence', async () => {
    await addSequence(bench.db, 'hello');
    const ids = await enroll('hello', 250);
    expect(await started()).toEqual(ids);
  });

  it('begins with the transaction that enrolls it where there is room, and goes behind those who wait', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    const [first] = await enroll('hello', 1);
    expect(await started()).toEqual([first]);
    await enroll('hello', 60, 1);
    const [late] = await enroll('hello', 1, 61);
    await begin();
    expect(await started()).not.toContain(late);
  });

  it('of one zone does not keep those of another one from the hours that they have now', async () => {
    const hours = Array.from({ length: 7 }, () => [{ from: 540, to: 1020 }]);
    const schedule = { timezone: 'lead', fallback_timezone: 'UTC', hours, spacing: null };
    await addSequence(bench.db, 'hello', { ...FIVE, schedule });
    await enroll('hello', 100);
    const other = await enrollBatch(bench, {
      sequence: 'hello',
      leads: [{ first_name: 'A', profile_url: 'abroad', timezone: 'Asia/Tokyo' }],
    });
    if (other.kind === 'refused') throw new Error(other.message);
    expect(await started()).toContain(other.results[0]?.id);
  });

  it('does not begin while something above it is paused, and does when it is not any more', async () => {
    await addSequence(bench.db, 'hello');
    const hold = {
      scope: 'sequence',
      target: 'hello',
      state: 'paused',
      note: null,
      at: new Date(),
      by_itself: false,
    } as const;
    await savePause(bench.db, hold);
    const ids = await enroll('hello', 3);
    await begin();
    expect(await started()).toEqual([]);
    await deletePause(bench.db, 'sequence', 'hello');
    await begin();
    expect(await started()).toEqual(ids);
  });

  it('ends right there when it is stopped, and no walk is started', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    const ids = await enroll('hello', 40);
    await begin();
    const last = ids[39] ?? '';
    const stop = { ids: [ids[0] ?? '', last], outcome: 'stopped', event_id: 'x', at: new Date() };
    expect(await stopEnrollments(bench.db, stop)).toHaveLength(2);
    expect(await readEnrollment(bench.db, last)).toMatchObject({ status: 'finished', outcome: 'stopped' });
    expect(await readEnrollment(bench.db, ids[0] ?? '')).toMatchObject({ status: 'queued', stop_outcome: 'stopped' });
    const lines = await readPage(bench.db, lineListing(last), { limit: 10 });
    expect(lines.map(({ type }) => type)).toEqual(['enrolled', 'finished']);
    for (const id of ids.slice(0, 39)) await visit(id);
    await begin();
    expect(await started()).not.toContain(last);
  });

  it('begins once, however many workers look at the same moment', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    await enroll('hello', 100);
    await Promise.all(Array.from({ length: 6 }, begin));
    const ids = await started();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(30);
  });
});

describe('a campaign', () => {
  it('counts who is where without looking at those who wait', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    const id = await import_('C', [...people(50), { first_name: 'Nobody' }, ...people(1)]);
    expect(await countCampaign(bench.db, id)).toMatchObject({
      rows: 52,
      pending: 0,
      enrolled: 50,
      by_status: { queued: 50, active: 0, finished: 0 },
      duplicates: 1,
      refused: { missing: 1 },
    });
    const { rows } = await bench.db.query<{ id: string }>('select id from enrollments order by id desc limit 2');
    const stop = { ids: rows.map((row) => row.id), outcome: 'stopped', event_id: 'x', at: new Date() };
    await stopEnrollments(bench.db, stop);
    expect(await countCampaign(bench.db, id)).toMatchObject({
      by_status: { queued: 48, finished: 2 },
      outcomes: { stopped: 2 },
    });
  });

  it('is let begin beside the others of its account, each with slots of its own', async () => {
    await addSequence(bench.db, 'hello', FIVE);
    const one = await import_('one', people(60));
    const other = await import_('other', people(60, 100));
    await changeCampaign(bench.db, other, { weight: 3 });
    await begin();
    for (const id of [one, other]) {
      const { rowCount } = await bench.db.query(
        'select from enrollments where campaign_id = $1 and started_at is not null',
        [id],
      );
      expect(rowCount).toBe(30);
    }
  });

  it('has turns by its weight', () => {
    const groups = [
      { weight: 1, ids: ['a', 'b', 'c'] },
      { weight: 3, ids: ['1', '2', '3', '4', '5', '6', '7'] },
    ];
    expect(inTurnByWeight(groups).join('')).toBe('12a345b67c');
  });
});
