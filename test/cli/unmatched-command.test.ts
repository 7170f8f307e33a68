import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { happens, match, message } from '../events/fixtures.ts';
import { runInProcess } from '../support/overture-command.ts';
import { reachedByCommands } from './fixtures.ts';

let api: ApiBench;
let number = 0;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());
reachedByCommands(() => api);

const run = (...words: string[]) => runInProcess(tmpdir(), 'events', 'unmatched', ...words);
async function done(...words: string[]): Promise<string> {
  const { code, out, err } = await run(...words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}
async function somebodyWrites(): Promise<string> {
  const event = message(`https://professional.example/in/ACoAAwrites${String(++number).padStart(6, '0')}`);
  await happens(api, event);
  return event.event_id;
}

describe('overture events unmatched', () => {
  it('lists each message that nobody fits with the people whom it pauses, and leaves it', async () => {
    expect(await done()).toBe('Nobody has written whom no person fits.\n');
    const alone = await somebodyWrites();
    const lead = ada({ profile_url: 'https://professional.example/in/under-way' });
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    await api.db.query(`update enrollments set started_at = now(), status = 'active' where id = $1`, [body.id]);
    const holding = await somebodyWrites();
    const lines = (await done()).split('\n');
    expect(lines[0]).toBe('Times in UTC.');
    expect(lines[1]).toMatch(/^ID +CAME +ACCOUNT +FROM +HOLDS +TEXT$/);
    expect(lines.find((line) => line.includes(holding))).toMatch(/1, asks the V2 service +Yes, tell me more$/);
    expect(lines.find((line) => line.includes(alone))).not.toContain('asks');
    const { items } = JSON.parse(await done('--json'));
    expect(items).toEqual([
      expect.objectContaining({ id: holding, holds: { asks: 'service', note: null, enrollments: 1 } }),
      expect.objectContaining({ id: alone, holds: null }),
    ]);
    expect(await done('leave', alone)).toBe(`Left: ${alone}\n`);
    expect(await run('leave', alone)).toMatchObject({ code: 1, err: expect.stringContaining('unknown_event') });
  });

  it('says whose it is, or makes a person of whoever wrote it', async () => {
    const { body } = await api.call('POST', '/api/enrollments', {
      sequence: 'hello',
      lead: ada({ profile_url: 'https://professional.example/in/grace' }),
    });
    const theirs = await somebodyWrites();
    expect(await done('match', theirs, body.lead_id)).toBe(`${theirs} is of ${body.lead_id}.\n`);
    await match(api);
    const { rows } = await api.db.query('select stop_outcome from enrollments where id = $1', [body.id]);
    expect(rows).toEqual([{ stop_outcome: 'replied' }]);
    const made = await done('person', await somebodyWrites(), '--first-name', 'Alan', '--json');
    const person = await api.call('GET', `/api/leads/${JSON.parse(made).lead_id}`);
    expect(person.body).toMatchObject({ first_name: 'Alan' });
  });
});
