import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { campaignsCommand } from '../../src/app/cli/commands/campaigns/campaigns.ts';
import { enrollmentsCommand } from '../../src/app/cli/commands/people/enrollments.ts';
import { progressLine } from '../../src/app/demo/dev/progress-line.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { applyReaction } from '../../src/runtime/events/reactions/apply-reaction.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { printedBy } from '../cli/run-command.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

/**
 * Six people of one campaign: Ada's reply ends her enrollment, Bo's is taken by the step that waits for it, Cy asks for no more, Di
 * answers after the end, Ed declines the InMail, Flo says nothing. So four have replied, and one of them ended by it.
 */
const PEOPLE = ['ada', 'bo', 'cy', 'di', 'ed', 'flo'] as const;
type Name = (typeof PEOPLE)[number];

let api: ApiBench;
let campaign: string;
const enrollments = new Map<Name, { id: string; lead_id: string }>();

beforeAll(async () => {
  api = await openApi();
  vi.stubEnv('OVERTURE_PORT', new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  vi.stubEnv('OVERTURE_API_KEY', ADMIN);
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'other');
  const leads = PEOPLE.map((name) => ({ profile_url: name, first_name: name }));
  const made = await api.call('POST', '/api/campaigns', { name: 'Spring', sequence: 'hello', source: { leads } });
  campaign = made.body.id;
  const v2 = { call: () => Promise.reject(new Error('nothing is read')) };
  while ((await importPage({ ...api, v2 })({ campaign_id: campaign, offset: 0 })).next_offset !== null);
  for (const { id, lead_id, lead } of (await api.call('GET', '/api/enrollments')).body.items) {
    enrollments.set(lead.first_name, { id, lead_id });
  }
  await set('bo', `status = 'active', started_at = now(), node = 'answer', waiting_kind = 'event'`);
  await end('di', 'completed');
  await answer('ada');
  await answer('bo');
  await answer('bo');
  await answer('cy', true);
  await answer('di');
  await react('ed', { type: 'refused' });
  await end('ada', 'replied');
  await end('cy', 'unsubscribed');
  await end('ed', 'refused');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});
beforeEach(() => {
  vi.stubEnv('OVERTURE_API_KEY', ADMIN);
});
afterEach(() => vi.restoreAllMocks());

const of = (name: Name) => enrollments.get(name) ?? { id: '', lead_id: '' };
const set = (name: Name, what: string) => api.db.query(`update enrollments set ${what} where id = $1`, [of(name).id]);
const answer = (name: Name, asks_to_stop = false) =>
  react(name, { type: 'reply', by: 'message', text: 'Hi', asks_to_stop });
/** As the engine does when the walk is over. */
const end = (name: Name, outcome: string) =>
  finishEnrollment(api.db, { enrollment_id: of(name).id, node: 'end', visit: 1, outcome, at: new Date() });
let events = 0;
function react(name: Name, reaction: Parameters<typeof applyReaction>[2]): Promise<number> {
  const event = { event_id: `evt_${events++}`, account_id: 'acc_anna', occurred_at: new Date() };
  return api.db.transaction((tx) =>
    applyReaction(tx, { lead_id: of(name).lead_id, locked: [of(name).id] }, reaction, event, new Date()),
  );
}

describe('who has replied', () => {
  it('is the same number in the stats, the campaign, the metrics, the command and the live line', async () => {
    const stats = (await api.call('GET', '/api/stats')).body;
    expect(stats).toMatchObject({ replied: 4, by_outcome: { replied: 1, completed: 1, unsubscribed: 1, refused: 1 } });
    const { counts } = (await api.call('GET', `/api/campaigns/${campaign}`)).body;
    expect(counts.actions.replied).toBe(4);
    expect((await api.call('GET', '/metrics')).body).toMatch(/^overture_enrollments_replied 4$/m);
    expect(progressLine(stats, new Date('2026-03-02T08:00:00Z'))).toMatch(
      / │ 4 replied │ 4 finished: .*1 ended by a reply/,
    );
    const shown = await printedBy(campaignsCommand());
    expect(shown).toMatch(/4 finished; .*4 replied$/m);
    expect(shown).toMatch(/outcomes: .*1 ended by a reply/);
    expect(shown.match(/\d+ replied/g)).toEqual(['4 replied']);
  });

  it('can be listed, and is in every export with the time of the first answer', async () => {
    const listed = (await api.call('GET', '/api/enrollments?replied=true')).body.items;
    const names = (items: { lead: { first_name: string } }[]) => items.map(({ lead }) => lead.first_name).sort();
    expect(names(listed)).toEqual(['ada', 'bo', 'cy', 'di']);
    for (const { replied_at } of listed) expect(Date.parse(replied_at)).toBeGreaterThan(0);
    expect(names((await api.call('GET', '/api/enrollments?replied=false')).body.items)).toEqual(['ed', 'flo']);
    expect((await api.call('GET', '/api/stats?replied=true')).body).toMatchObject({
      replied: 4,
      by_status: { active: 1, finished: 3 },
    });
    expect((await api.call('GET', '/api/enrollments?replied=yes')).status).toBe(400);
    expect(names(JSON.parse(await printedBy(enrollmentsCommand(), '--replied', '--json')).items)).toEqual([
      'ada',
      'bo',
      'cy',
      'di',
    ]);
    const [head = '', ...rows] = (await api.call('GET', `/api/campaigns/${campaign}/rows?format=csv`)).body
      .trim()
      .split('\n');
    const column = head.split(',').indexOf('replied_at');
    expect(column).toBeGreaterThan(0);
    expect(rows.filter((row: string) => /^\d{4}-.*Z$/.test(row.split(',')[column]?.trim() ?? ''))).toHaveLength(4);
  });

  it("does not mix a campaign's steps with those of another sequence that its people went on in", async () => {
    await set('flo', `status = 'active', started_at = now(), sequence = 'other', node = 'answer'`);
    const { counts } = (await api.call('GET', `/api/campaigns/${campaign}`)).body;
    expect(counts.steps).toEqual({ answer: 1, 'other/answer': 1 });
  });
});
