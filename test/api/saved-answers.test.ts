import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow } from '../conversations/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let conversation_id: string;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  const lead = ada({ vars: { team: 'Search' } });
  const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  await happens(api, message(lead.profile_url));
  await follow(api);
  conversation_id = (await api.call('GET', `/api/conversations?lead_id=${body.lead_id}`)).body.items[0].id;
});
afterAll(() => api.close());

let number = 0;
const save = async (fields: object) =>
  (await api.call('POST', '/api/saved-answers', { name: `Saved ${++number}`, ...fields })).body;
const fill = async (id: string) => (await api.call('POST', `/api/saved-answers/${id}/fill`, { conversation_id })).body;

describe('a saved answer', () => {
  it('is filled for the person of a conversation, and says what it lacks', async () => {
    const whole = await save({
      text: 'Gladly, {{ first_name }}: {{ team }}, {{ headline | default: "you" }}. {{ sender.name }}',
      subject: 'For {{ first_name }}',
    });
    expect(whole.variables).toEqual(['first_name', 'team', 'sender.name']);
    expect(await fill(whole.id)).toEqual({
      ...{ text: 'Gladly, Ada: Search, you. acc_anna', subject: 'For Ada', missing: [] },
    });
    const lacking = await save({ text: '{{ company | upcase }} in {{ vars.city }}, {{ company }}' });
    expect(await fill(lacking.id)).toEqual({
      ...{ text: '{{ COMPANY }} in {{ vars.city }}, {{ company }}', subject: null, missing: ['company', 'vars.city'] },
    });
  });

  it('with a variable without a value cannot be sent', async () => {
    const { last_message } = (await api.call('GET', `/api/conversations/${conversation_id}`)).body;
    const send = (fields: object, key: string) =>
      api.call(
        'POST',
        `/api/conversations/${conversation_id}/messages`,
        { last_seen: last_message.id, ...fields },
        { headers: { 'idempotency-key': key } },
      );
    const { id } = await save({ text: 'To {{ company }}' });
    const { text } = await fill(id);
    expect(await send({ text }, 'a')).toMatchObject({
      status: 422,
      body: {
        code: 'unresolved_variable',
        errors: [{ field: 'text', message: expect.stringContaining('{{ company }}') }],
      },
    });
    expect(await send({ text: 'Fine', subject: '{{ company | truncate: 3 }}' }, 'b')).toMatchObject({
      body: { code: 'unresolved_variable', errors: [{ field: 'subject' }] },
    });
    expect((await send({ text: text.replace('{{ company }}', 'Acme') }, 'c')).status).toBe(201);
  });

  it('is found by its name in whichever case, changed and deleted; a name is there once', async () => {
    const { id } = await save({ name: 'Calendar', text: 'Tuesday?' });
    expect((await api.call('GET', '/api/saved-answers?name=calendar')).body.items).toMatchObject([{ id }]);
    expect(await api.call('POST', '/api/saved-answers', { name: 'CALENDAR', text: 'x' })).toMatchObject({
      ...{ status: 409, body: { code: 'name_taken', errors: [{ field: 'name' }] } },
    });
    const other = await save({ text: 'Wednesday?' });
    expect((await api.call('PATCH', `/api/saved-answers/${other.id}`, { name: 'calendar' })).status).toBe(409);
    const dry = await api.call('PATCH', `/api/saved-answers/${id}?dry_run=true`, { text: 'Thursday?' });
    expect(dry.body).toMatchObject({ dry_run: true, text: 'Thursday?' });
    expect((await api.call('PATCH', `/api/saved-answers/${id}`, { subject: 'A day' })).body).toMatchObject({
      ...{ name: 'Calendar', text: 'Tuesday?', subject: 'A day' },
    });
    expect((await api.call('DELETE', `/api/saved-answers/${id}`)).status).toBe(204);
    expect((await api.call('DELETE', `/api/saved-answers/${id}`)).body.code).toBe('unknown_saved_answer');
    expect((await api.call('POST', `/api/saved-answers/${id}/fill`, { conversation_id })).status).toBe(404);
  });

  it.each([
    [{ text: 'Hi {{ first_name' }, 'invalid_template', 'text'],
    [{ text: 'Hi', subject: '{% for %}' }, 'invalid_template', 'subject'],
    [{ text: '  ' }, 'invalid_body', 'text'],
    [{ text: 'Hi', subject: 'a\nb' }, 'invalid_body', 'subject'],
    [{ text: 'Hi', name: '' }, 'invalid_body', 'name'],
    [{ text: 'Hi', more: 1 }, 'invalid_body', 'more'],
  ])('is refused as %j', async (fields, code, field) => {
    const { status, body } = await api.call('POST', '/api/saved-answers', { name: `Refused ${++number}`, ...fields });
    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(JSON.stringify(body.errors)).toContain(field);
  });
});
