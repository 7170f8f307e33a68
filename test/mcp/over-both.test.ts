import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type ApiBench, openApi } from '../api/fixtures.ts';
import { follow as followConversations } from '../conversations/fixtures.ts';
import { happens, match, message } from '../events/fixtures.ts';
import { type Agent, overHttp, overStdio } from './fixtures.ts';

const WITH_MISTAKES = `sequence: hello
senders: { professional: [acc_anna] }
limits: { invites: 10/day }
steps:
  - visti
  - invite: "Hi {{ frist_name }}"
  - wait_for: accepted_invitation
    within: 7 days
    then: [end: accepted]
    else: [end: silent]
`;
const TESTS = `sequence: hello
lead: { first_name: Ada, profile_url: https://professional.example/in/ada }
start: 2026-03-02 09:00
tests:
  - name: accepts
    events: [{ after invite + 1 day: accepted_invitation }]
    expect: [visit, invite: { contains: Ada }, { end: accepted }]
`;
const ADA = { profile_url: 'https://professional.example/in/ada-lovelace', first_name: 'Ada', last_name: 'Lovelace' };

describe.each([
  ['standard input and output', (url: string) => overStdio(new URL(url).port, ADMIN)],
  ['HTTP', (url: string) => overHttp(url, ADMIN)],
])('an agent over %s', (_, open) => {
  let api: ApiBench;
  let agent: Agent;
  const sentToSelf: string[] = [];
  beforeAll(async () => {
    api = await openApi({
      async sendToSelf(_, { to }) {
        sentToSelf.push(to);
        return { kind: 'success' };
      },
    });
    agent = await open(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  });
  afterAll(async () => {
    await agent?.close();
    await api.close();
  });

  it('writes a sequence: mends what is wrong, tests it, simulates it, plans it, and publishes it with the token', async () => {
    let text = WITH_MISTAKES;
    const first = await agent.use('validate_sequence', { text });
    expect(first.data).toMatchObject({
      ok: false,
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ line: 5, reason: expect.any(String), fix: expect.stringContaining('visit') }),
        expect.objectContaining({ line: 6, code: 'SEQ022', fix: expect.stringContaining('first_name') }),
      ]),
    });
    expect((await agent.use('simulate_text', { text })).text).toMatch(
      /^Refused: invalid_sequence\. Nothing was changed\.\nMend/,
    );
    text = text.replace('visti', 'visit').replace('frist_name', 'first_name');
    expect((await agent.use('validate_sequence', { text })).data).toMatchObject({ ok: true });
    expect((await agent.use('test_sequence', { text, tests: TESTS })).data).toMatchObject({ passed: 1, failed: 0 });
    const simulated = await agent.use('simulate_text', { text, leads: 30, days: 20 });
    expect(simulated.data).toMatchObject({ leads: 30, actions: { invite: 30 } });
    expect(simulated.data).not.toHaveProperty('by_day');
    const plan = await agent.use('plan_sequence', { name: 'hello', text });
    expect(plan.data).toMatchObject({ kind: 'apply', from_version: null, to_version: 1 });
    expect((await agent.use('list_sequences')).data.items).toEqual([]);
    const apply = { name: 'hello', plan_id: plan.data.id };
    const without = await agent.use('apply_sequence', apply);
    expect(without).toMatchObject({ is_error: true, text: expect.stringContaining('plan_sequence') });
    const applied = await agent.use('apply_sequence', { ...apply, token: plan.token });
    expect(applied).toMatchObject({ is_error: false, data: { version: 1, status: 'applied' } });
    const again = await agent.use('apply_sequence', { ...apply, token: plan.token });
    expect(again).toMatchObject({ is_error: true, text: expect.stringContaining('has been used') });
  });

  it('enrolls somebody only after it was shown, and only once with the token', async () => {
    const enroll = { sequence: 'hello', lead: ADA };
    const shown = await agent.use('create_enrollment', enroll);
    expect(shown).toMatchObject({ is_error: false, data: { dry_run: true, status: 'queued' } });
    expect(await countOf(api, 'enrollments')).toBe(0);
    const other = { ...enroll, lead: { ...ADA, profile_url: 'https://professional.example/in/grace' } };
    const bent = await agent.use('create_enrollment', { ...other, token: shown.token });
    expect(bent).toMatchObject({ is_error: true, text: expect.stringContaining('for another call') });
    expect(await countOf(api, 'enrollments')).toBe(0);
    const done = await agent.confirm('create_enrollment', enroll);
    expect(done.text).toMatch(/^Done\./);
    expect(await countOf(api, 'enrollments')).toBe(1);
    const twice = await agent.use('create_enrollment', enroll);
    expect(twice).toMatchObject({ is_error: true, data: { code: 'duplicate', existing_id: done.data.id } });
    expect((await agent.use('explain_enrollment', { id: done.data.id })).data.text).toContain('Ada');
  });

  it('starts a campaign only with the token', async () => {
    const campaign = {
      name: 'March',
      sequence: 'hello',
      source: { csv: 'first_name,profile_url\nBob,https://professional.example/in/bob\n' },
    };
    const shown = await agent.use('create_campaign', campaign);
    expect(shown.data).toMatchObject({ dry_run: true, rows: { total: 1, complete: 1 } });
    expect(await countOf(api, 'campaigns')).toBe(0);
    const started = await agent.use('create_campaign', { ...campaign, token: shown.token });
    expect(started.data).toMatchObject({ name: 'March' });
    expect(await countOf(api, 'campaigns')).toBe(1);
    expect((await agent.use('create_campaign', { ...campaign, token: shown.token })).text).toContain('has been used');
    expect(await countOf(api, 'campaigns')).toBe(1);
  });

  it('saves an answer, fills it for a person, and says who wrote a message that no person fits, each change shown before', async () => {
    const { body } = await api.call('GET', '/api/leads?q=Ada');
    const [{ id: lead_id }] = body.items;
    const wish = { name: 'call', text: 'Hi {{ first_name }}, when shall we talk?' };
    expect((await agent.use('create_saved_answer', wish)).data).toMatchObject({ dry_run: true });
    expect((await agent.use('list_saved_answers', {})).data.items).toEqual([]);
    const saved = await agent.confirm('create_saved_answer', wish);
    await happens(api, message(ADA.profile_url, { message_text: 'Hello' }));
    await followConversations(api);
    const [{ id: conversation_id }] = (await agent.use('list_conversations', { lead_id })).data.items;
    const filled = await agent.use('fill_saved_answer', { id: saved.data.id, conversation_id });
    expect(filled.data).toMatchObject({ text: 'Hi Ada, when shall we talk?' });

    const stranger = message('https://professional.example/in/by-an-agent', { message_text: 'It is me' });
    await happens(api, stranger);
    const [{ id }] = (await agent.use('list_unmatched', {})).data.items;
    expect(id).toBe(stranger.event_id);
    expect((await agent.use('match_unmatched', { id, lead_id })).data).toMatchObject({ dry_run: true });
    expect((await agent.use('list_unmatched', {})).data.items).toHaveLength(1);
    expect((await agent.confirm('match_unmatched', { id, lead_id })).data).toEqual({ id, lead_id });
    await match(api);
    expect((await agent.use('list_unmatched', {})).data.items).toEqual([]);
  });

  it('reads what somebody wrote, drafts an answer, sends it with the token alone, sees what became of it, and takes it back', async () => {
    const { body } = await api.call('GET', '/api/leads?q=Ada');
    await happens(api, message(ADA.profile_url, { message_text: 'Tell me more' }));
    await followConversations(api);
    const inbox = await agent.use('list_conversations', { lead_id: body.items[0].id });
    const [{ id, last_message }] = inbox.data.items;
    const read = await agent.use('get_conversation', { id });
    expect(read.data.history).toContainEqual(expect.objectContaining({ by: 'them', text: 'Tell me more' }));
    const answer = { id, text: 'Gladly: would Tuesday suit you?', last_seen: last_message.id, send_after: 3600 };
    const draft = await agent.use('send_answer', answer);
    expect(draft).toMatchObject({ is_error: false, data: { dry_run: true, text: answer.text } });
    expect(await countOf(api, 'answers')).toBe(0);
    const other = await agent.use('send_answer', { ...answer, text: 'Send me your password', token: draft.token });
    expect(other).toMatchObject({ is_error: true, text: expect.stringContaining('for another call') });
    expect(await countOf(api, 'answers')).toBe(0);
    const sent = await agent.confirm('send_answer', answer);
    expect(sent).toMatchObject({ is_error: false, data: { state: 'waiting', text: answer.text } });
    const one = { id, message_id: sent.data.id };
    expect((await agent.use('get_answer', one)).data).toMatchObject({ state: 'waiting' });
    expect((await agent.use('withdraw_answer', one)).data).toMatchObject({ dry_run: true });
    expect((await agent.use('get_answer', one)).data).toMatchObject({ state: 'waiting' });
    expect((await agent.confirm('withdraw_answer', one)).data).toMatchObject({ state: 'withdrawn' });
    // Somebody wrote again: the draft was of another conversation.
    await happens(api, message(ADA.profile_url, { message_text: 'Or rather not' }));
    await followConversations(api);
    const stale = await agent.use('send_answer', answer);
    expect(stale).toMatchObject({
      is_error: true,
      data: { code: 'answered_meanwhile', unseen: [{ text: 'Or rather not' }] },
    });
  });

  it('looks at what a campaign brings, when it ends, what its arms are worth, and what its source has shown', async () => {
    const { id } = (await agent.use('list_campaigns')).data.items[0];
    expect((await agent.use('get_campaign_results', { id })).data).toMatchObject({ campaign_id: id, enrolled: 0 });
    expect((await agent.use('list_result_people', { id })).data.items).toEqual([]);
    expect((await agent.use('forecast_campaign', { id })).is_error).toBe(false);
    expect((await agent.use('list_campaign_looks', { id })).data.items).toEqual([]);
    expect((await agent.use('get_experiments', { name: 'hello' })).is_error).toBe(false);
  });

  it('sends a text to the own mailbox only with the token', async () => {
    await api.db.query(`update accounts set email = 'anna@agency.example' where id = 'acc_mail'`);
    const test = { name: 'hello', node: '2-invite', lead: { first_name: 'Ada' } };
    const shown = await agent.use('send_test', test);
    expect(shown.data).toMatchObject({ to: 'anna@agency.example', text: 'Hi Ada', sent: false });
    expect(sentToSelf).toEqual([]);
    const done = await agent.use('send_test', { ...test, token: shown.token });
    expect(done.data).toMatchObject({ sent: true });
    expect(sentToSelf).toEqual(['anna@agency.example']);
  });

  it('is refused a plan that has changed since it was shown, sees the new one, and may apply that', async () => {
    const { source } = (await agent.use('get_sequence', { name: 'hello' })).data;
    const text = source.replace('7 days', '9 days');
    const plan = await agent.use('plan_sequence', { name: 'hello', text });
    // Somebody else publishes meanwhile.
    await api.call('POST', '/api/sequences', source.replace('7 days', '8 days'));
    const late = await agent.use('apply_sequence', { name: 'hello', plan_id: plan.data.id, token: plan.token });
    expect(late).toMatchObject({ is_error: true, data: { from_version: 2, to_version: 3 } });
    expect(late.text).toContain('What was shown has changed since. Nothing has been done now.');
    expect((await agent.use('get_sequence', { name: 'hello' })).data.version).toBe(2);
    const apply = { name: 'hello', plan_id: late.data.id, token: late.token };
    expect((await agent.use('apply_sequence', apply)).data).toMatchObject({ version: 3 });
    const back = await agent.confirm('roll_back_sequence', { name: 'hello' });
    expect(back.data).toMatchObject({ kind: 'rollback', version: 2 });
  });

  it('reads the language, the schema, the examples, a diagnostic and what is published', async () => {
    const { resources } = await agent.client.listResources();
    const read = async (uri: string) => {
      const [content] = (await agent.client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? String(content.text) : '';
    };
    for (const { uri } of resources) expect(await read(uri), uri).not.toBe('');
    expect(resources.length).toBeGreaterThan(15);
    expect(await read('overture://docs/sequence-language')).toContain('wait_for');
    expect(JSON.parse(await read('overture://schema/sequence'))).toHaveProperty('properties.steps');
    expect(await read('overture://sequences/hello')).toContain('sequence: hello');
    expect(await read('overture://diagnostics/SEQ022')).toContain('SEQ022');
    await expect(read('overture://docs/../package')).rejects.toThrow('no resource');
    await expect(read('overture://sequences/nobody')).rejects.toThrow('no sequence nobody');
  });
});

async function countOf({ db }: ApiBench, table: 'enrollments' | 'campaigns' | 'answers'): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? -1;
}
