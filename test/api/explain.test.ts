import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSnapshot } from '../../src/runtime/store/enrollments/write-snapshot.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let id: string;
let start: string;
/** The state of the workflow that Temporal tells. */
let workflow: 'runs' | 'lost' | 'away' = 'runs';
beforeAll(async () => {
  api = await openApi({
    async isWalkThere() {
      if (workflow === 'away') throw new Error('no answer');
      return workflow === 'runs';
    },
  });
  start = (await addSequence(api.db, 'hello')).start;
  id = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() })).body.id;
});
afterAll(() => api.close());

const explain = async () => (await api.call('GET', `/api/enrollments/${id}/explain`)).body;

describe('GET /api/enrollments/{id}/explain', () => {
  it('says of one that is queued that its walk has not begun', async () => {
    expect(await explain()).toMatchObject({
      id,
      status: 'queued',
      waiting: null,
      text: 'Ada Lovelace is queued: the sequence has not begun yet.',
      happened: [{ type: 'enrolled' }],
      workflow: null,
    });
  });

  it("names the constraint, the exact time in the schedule's zone, what would change it and what comes next", async () => {
    const binding = { constraint: 'day_cap', text: '10 of 10', limit_class: 'invite', count: 10, used: 10, per: 'day' };
    const until = new Date(api.clock.now() + 3_600_000);
    await writeSnapshot(api.db, {
      ...{ enrollment_id: id, node: start, visit: 1, status: 'active', waiting_kind: 'slot', until, at: new Date() },
      waiting_text: 'waits for its slot: 10 of 10 invitations of Anna used today',
      waiting_detail: { ...binding, constraint: 'day_cap', limit_class: 'invite', per: 'day' },
    });
    const explained = await explain();
    expect(explained.waiting).toMatchObject({
      constraint: 'day_cap',
      detail: binding,
      until: until.toISOString(),
      until_local: expect.stringMatching(/ \d{4} \d\d:\d\d [A-Z]\w+/),
      would_change: [expect.stringContaining('limits.invites, now 10/day'), expect.any(String), expect.any(String)],
    });
    expect(explained.next).toEqual([expect.objectContaining({ when: 'then' })]);
    expect(explained.text).toMatch(/^Ada Lovelace waits at “.+”.*\(in 1 hour\)\. What would change it: A higher limit/);
  });

  it('says that nothing goes on where Temporal has lost the workflow, or does not answer', async () => {
    expect(await explain()).toMatchObject({ workflow: null, text: expect.not.stringContaining('Temporal') });
    workflow = 'lost';
    expect(await explain()).toMatchObject({
      workflow: { state: 'lost', text: expect.stringMatching(/^Its workflow is no longer in Temporal/) },
      waiting: { constraint: 'day_cap' },
      text: expect.stringMatching(/ Its workflow is no longer in Temporal .* within the hour\.$/),
    });
    workflow = 'away';
    expect(await explain()).toMatchObject({
      workflow: { state: 'away' },
      text: expect.stringMatching(/ Temporal does not answer, so nothing goes on until it is back\.$/),
    });
    workflow = 'runs';
  });

  it('ends one sentence with one mark', async () => {
    await writeSnapshot(api.db, {
      ...{
        enrollment_id: id,
        node: start,
        visit: 1,
        status: 'needs_person',
        waiting_kind: 'person',
        until: null,
        at: new Date(),
      },
      waiting_text: 'May the invitation to Ada go out?',
      waiting_detail: null,
    });
    expect((await explain()).text).toContain(': may the invitation to Ada go out? What would change it');
  });

  it('answers 404 for one that is not there and refuses unknown parameters', async () => {
    expect((await api.call('GET', '/api/enrollments/enr_x/explain')).status).toBe(404);
    expect((await api.call('GET', `/api/enrollments/${id}/explain?verbose=1`)).status).toBe(400);
  });
});

describe('GET /api/sequences/{name}/graph', () => {
  it('draws the published version with the people who stand there', async () => {
    const { body } = await api.call('GET', '/api/sequences/hello/graph');
    expect(body).toMatchObject({ sequence: 'hello', version: 1, counts: { [start]: 1 } });
    expect(body.svg).toContain('class="count"');
    const svg = await api.call('GET', '/api/sequences/hello/graph?format=svg&counts=false');
    expect(svg.headers['content-type']).toContain('image/svg+xml');
    expect(svg.body).not.toContain('class="count"');
    expect((await api.call('GET', '/api/sequences/hello/graph?format=mermaid')).body).toContain('flowchart TD');
    expect((await api.call('GET', '/api/sequences/nobody/graph')).status).toBe(404);
    expect((await api.call('GET', '/api/sequences/hello/graph?format=png')).status).toBe(400);
  });
});
