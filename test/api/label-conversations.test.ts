import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringBack } from '../../src/runtime/conversations/bring-back.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { email, happens, message, signalsOf } from '../events/fixtures.ts';
import { conversationsOf } from './conversations-fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'later', { nodes: { visit: { kind: 'end', id: 'visit', outcome: 'completed' } } });
});
afterAll(() => api.close());

const { somebody, read, ask, inDays, pass, enrollmentOf } = conversationsOf(() => api);

describe('a label', () => {
  it('stops the sequences of the person, in whose timeline it is said', async () => {
    const one = await somebody({ messages: 0 });
    await happens(api, email({ sender: { name: 'Ada', email: one.email }, message_id: `<l-${one.email}>` }));
    await api.db.query(
      `update enrollments set stop_outcome = null, stop_event_id = null, status = 'active', started_at = now() where id = $1`,
      [one.enrollment_id],
    );
    await follow(api);
    const { items } = (await api.call('GET', `/api/conversations?lead_id=${one.lead_id}`)).body;
    expect((await ask(items[0].id, 'label', { label: 'wrong_person' })).body.label).toBe('wrong_person');
    expect(await enrollmentOf(one.enrollment_id)).toMatchObject({ stop_outcome: 'stopped' });
    expect((await signalsOf(api)).filter(({ target_id }) => target_id === one.enrollment_id).at(-1)?.payload.type).toBe(
      'stop',
    );
    const { body } = await api.call('GET', `/api/enrollments/${one.enrollment_id}/timeline`);
    expect(body.items.map(({ title }: { title: string }) => title)).toContain('Stopped: labeled wrong person');
  });

  it('that suppresses puts the person on the do-not-contact list', async () => {
    await api.call('POST', '/api/labels', { name: 'never_again', effect: 'suppress' });
    const one = await somebody();
    await ask(one.id, 'label', { label: 'never_again' });
    expect((await api.call('GET', `/api/leads/${one.lead_id}`)).body.do_not_contact).toMatchObject({
      reason: 'labeled never_again',
    });
    await ask(one.id, 'label', { label: null });
    expect((await api.call('GET', `/api/leads/${one.lead_id}`)).body.do_not_contact).not.toBeNull();
  });

  it('that continues does nothing but say so', async () => {
    const one = await somebody({ messages: 0 });
    await api.db.query(`insert into conversation_changes (lead_id) values ($1)`, [one.lead_id]);
    const other = await somebody();
    const before = await enrollmentOf(other.enrollment_id);
    expect((await ask(other.id, 'label', { label: 'interested' })).body).toMatchObject({
      label: 'interested',
      state: 'open',
    });
    expect(await enrollmentOf(other.enrollment_id)).toEqual(before);
  });

  it('is given anew where something was written since, and else is as it was', async () => {
    const one = await somebody();
    const given = async () => {
      await ask(one.id, 'label', { label: 'interested' });
      return (await read(one.id)).labeled_at;
    };
    const first = await given();
    pass(1);
    expect(await given()).toBe(first);
    await one.writes();
    await follow(api);
    pass(1);
    expect(Date.parse(await given()) - Date.parse(first)).toBeGreaterThanOrEqual(2 * DAY);
    await ask(one.id, 'label', { label: null });
    expect(await read(one.id)).toMatchObject({ label: null, labeled_at: null });
  });

  it('is a fact of the sequences that the person is in; one that waits for it is not ended by the reply, and goes on by it', async () => {
    await addSequence(api.db, 'waiting', {
      start: 'label',
      nodes: {
        label: {
          ...{ kind: 'wait_for', id: 'label', event: 'label', within: DAY, next: 'end', on_error: { do: 'stop' } },
          // biome-ignore lint/suspicious/noThenProperty: the plan's word for where a wait goes on.
          ...{ then: 'end', else: 'end' },
        },
        end: { kind: 'end', id: 'end', outcome: 'completed' },
      },
    });
    const profile_url = 'https://professional.example/in/waits-for-a-label';
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'waiting', lead: ada({ profile_url }) });
    await api.db.query(
      `update enrollments set status = 'active', started_at = now(), node = 'label', waiting_kind = 'event' where id = $1`,
      [body.id],
    );
    await happens(api, message(profile_url));
    await follow(api);
    const factOf = async () =>
      (await api.db.query('select stop_outcome, label from enrollments where id = $1', [body.id])).rows[0];
    expect(await factOf()).toEqual({ stop_outcome: null, label: null });
    const [{ id }] = (await api.call('GET', `/api/conversations?lead_id=${body.lead_id}`)).body.items;
    await ask(id, 'label', { label: 'interested' });
    expect(await factOf()).toEqual({ stop_outcome: null, label: 'interested' });
    await ask(id, 'label', { label: null });
    expect(await factOf()).toEqual({ stop_outcome: null, label: null });
    const signaled = (await signalsOf(api)).filter(({ target_id }) => target_id === body.id);
    expect(signaled.map(({ payload }) => payload.type)).toEqual(['reply', 'labeled', 'unlabeled']);
    const titles = (await api.call('GET', `/api/enrollments/${body.id}/timeline`)).body.items;
    expect(titles.map(({ title }: { title: string }) => title)).toContain('Labeled interested');
    await ask(id, 'label', { label: 'wrong_person' });
    expect(await factOf()).toEqual({ stop_outcome: 'stopped', label: 'wrong_person' });
  });

  it('is a fact of the sequence that ended last, where the person is in none', async () => {
    const one = await somebody();
    await api.db.query(`update enrollments set status = 'finished', finished_at = now() where id = $1`, [
      one.enrollment_id,
    ]);
    const { body } = await api.call('POST', '/api/enrollments', {
      sequence: 'later',
      lead: ada({ profile_url: one.profile_url }),
    });
    await api.db.query(
      `update enrollments set status = 'finished', finished_at = now() + interval '1 day' where id = $1`,
      [body.id],
    );
    await ask(one.id, 'label', { label: 'interested' });
    const { rows } = await api.db.query(
      'select sequence, label from enrollments where lead_id = $1 order by sequence',
      [one.lead_id],
    );
    expect(rows).toEqual([
      { sequence: 'hello', label: null },
      { sequence: 'later', label: 'interested' },
    ]);
  });

  it('finds people as it finds conversations', async () => {
    await api.call('POST', '/api/labels', { name: 'wants_demo', positive: true });
    expect((await api.call('PATCH', '/api/labels/wants_demo', { title: 'Demo' })).body).toMatchObject({
      positive: true,
    });
    const one = await somebody();
    await somebody();
    await ask(one.id, 'label', { label: 'wants_demo' });
    const peopleOf = async (path: string, field: string) =>
      (await api.call('GET', path)).body.items.map((item: Record<string, string>) => item[field]).toSorted();
    expect(await peopleOf('/api/leads?label=wants_demo', 'id')).toEqual([one.lead_id]);
    for (const label of ['wants_demo', 'none', 'out_of_office', 'unheard']) {
      const query = `label=${label}&limit=200`;
      const [leads, theirs] = [
        await peopleOf(`/api/leads?${query}`, 'id'),
        await peopleOf(`/api/conversations?${query}`, 'lead_id'),
      ];
      expect([label, leads]).toEqual([label, [...new Set(theirs)]]);
    }
  });

  it.each(['created_at', '-created_at'])('finds each person once, page by page, in the order of %s', async (sort) => {
    const people = [await somebody(), await somebody(), await somebody()];
    for (const { id } of people) await ask(id, 'label', { label: 'interested' });
    // A second conversation of the same person, with the same label.
    await api.db.query(
      `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', c.id || $2, 'account_id', 'acc_ben'))).* from conversations c where id = $1`,
      [people[1]?.id, `-${sort}`],
    );
    const expected = (
      await api.db.query<{ lead_id: string }>(
        `select distinct lead_id from conversations where label = 'interested' and merged_into is null order by lead_id ${sort.startsWith('-') ? 'desc' : ''}`,
      )
    ).rows.map(({ lead_id }) => lead_id);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await api.call(
        'GET',
        `/api/leads?label=interested&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(found).toEqual(expected);
  });

  it('with a date brings the conversation back then', async () => {
    const { id } = await somebody();
    const until = inDays(30);
    expect((await ask(id, 'label', { label: 'not_now', until })).body).toMatchObject({
      state: 'snoozed',
      snoozed_until: until,
      label: 'not_now',
      label_until: until,
      unread: 0,
    });
    pass(31);
    await bringBack(api);
    expect(await read(id)).toMatchObject({ state: 'open', label: 'not_now' });
  });

  it('with a sequence has the person enter it on its date, once', async () => {
    await api.call('PATCH', '/api/labels/not_now', { sequence: 'later' });
    const one = await somebody();
    await api.db.query(
      `update enrollments set status = 'finished', outcome = 'replied', finished_at = now() where id = $1`,
      [one.enrollment_id],
    );
    const body = { label: 'not_now', until: inDays(30) };
    expect((await ask(one.id, 'label', body)).body).toMatchObject({ state: 'done', enters: 'later' });
    pass(31);
    await bringBack(api);
    await bringBack(api);
    expect(await read(one.id)).toMatchObject({ state: 'done', enters: null, notes: [] });
    const { items } = (await api.call('GET', `/api/enrollments?lead_id=${one.lead_id}&sequence=later`)).body;
    expect(items).toHaveLength(1);
  });

  it('whose sequence refuses the person brings the conversation back, and notes why', async () => {
    const one = await somebody();
    await ask(one.id, 'label', { label: 'not_now', until: inDays(30) });
    await api.call('POST', '/api/suppressions', { lead_id: one.lead_id });
    pass(31);
    await bringBack(api);
    const { state, notes } = await read(one.id);
    expect(state).toBe('open');
    expect(notes).toMatchObject([
      { author: null, text: expect.stringContaining('Could not enter the sequence later') },
    ]);
  });

  it('lets nobody enter a sequence who has written meanwhile', async () => {
    const one = await somebody();
    await ask(one.id, 'label', { label: 'not_now', until: inDays(30) });
    await one.writes();
    await follow(api);
    expect(await read(one.id)).toMatchObject({ state: 'open', enters: null });
  });

  it('says by itself that somebody is out of office and until when, and no more once they write', async () => {
    const one = await somebody({ messages: 0, timezone: 'UTC' });
    const sender = { name: 'Ada', email: one.email };
    const away = (text: string, id: string) =>
      email({ sender, message_id: id, headers: { 'Auto-Submitted': 'auto-replied' }, message_text: text });
    const back = new Date(Date.now() + 20 * DAY).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    await happens(api, away(`I am out of office until ${back}.`, `<a-${one.email}>`));
    await follow(api);
    const [mail] = (await api.call('GET', `/api/conversations?lead_id=${one.lead_id}`)).body.items;
    expect(mail).toMatchObject({ label: 'out_of_office', state: 'done', unread: 0 });
    expect(Math.abs(Date.parse(mail.label_until) - Date.now() - 20 * DAY)).toBeLessThan(3 * DAY);
    await happens(api, email({ sender, message_id: `<b-${one.email}>`, message_text: 'Back again: gladly.' }));
    await follow(api);
    expect(await read(mail.id)).toMatchObject({ label: null, label_until: null, state: 'open', unread: 1 });
    await ask(mail.id, 'label', { label: 'interested' });
    await happens(api, away(`I am out of office until ${back}.`, `<c-${one.email}>`));
    await follow(api);
    expect(await read(mail.id)).toMatchObject({ label: 'interested' });
  });

  it("of one's own is made, changed and deleted, unless a conversation has it", async () => {
    const made = await api.call('POST', '/api/labels', { name: 'next_quarter', dated: true });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'next_quarter', title: 'Next quarter', effect: 'continue', built_in: false },
    });
    expect(await api.call('POST', '/api/labels', { name: 'next_quarter' })).toMatchObject({
      status: 409,
      body: { code: 'label_exists' },
    });
    expect((await api.call('PATCH', '/api/labels/next_quarter', { dated: false, title: 'Q2' })).body).toMatchObject({
      title: 'Q2',
      dated: false,
    });
    const { id } = await somebody();
    await ask(id, 'label', { label: 'next_quarter' });
    expect(await api.call('DELETE', '/api/labels/next_quarter')).toMatchObject({
      status: 409,
      body: { code: 'label_used' },
    });
    await ask(id, 'label', { label: null });
    expect((await api.call('DELETE', '/api/labels/next_quarter?dry_run=true')).status).toBe(200);
    expect((await api.call('DELETE', '/api/labels/next_quarter')).status).toBe(204);
    expect(await api.call('DELETE', '/api/labels/next_quarter')).toMatchObject({
      status: 404,
      body: { code: 'unknown_label' },
    });
    expect(await api.call('DELETE', '/api/labels/booked')).toMatchObject({ status: 409, body: { code: 'built_in' } });
    const { items } = (await api.call('GET', '/api/labels?sort=-name')).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual([
      'wrong_person',
      'wants_demo',
      'out_of_office',
      'not_now',
      'not_interested',
      'never_again',
      'interested',
      'booked',
    ]);
  });

  it.each([
    [{ name: 'None' }, 'name'],
    [{ name: 'none' }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ name: "a'; drop table labels" }, 'name'],
    [{ name: 'fine', effect: 'explode' }, 'effect'],
    [{ name: 'fine', dated: 'yes' }, 'dated'],
    [{ name: 'fine', title: ' ' }, 'title'],
    [{ name: 'fine', sequence: 'later' }, 'sequence'],
    [{ name: 'fine', dated: true, sequence: 'unheard' }, 'sequence'],
    [{ name: 'fine', color: 'red' }, 'color'],
  ])('is refused as %j, and %s is named', async (body, field) => {
    const answer = await api.call('POST', '/api/labels', body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(field);
  });
});
