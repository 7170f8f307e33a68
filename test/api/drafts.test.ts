import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPerson } from './users-fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

let number = 0;
/** Each test has a sequence of its own. */
const newName = () => `talk-${++number}`;
const textOf = (name: string, wait = '3 days') =>
  `# ${name}, by us\nsequence: ${name} # its name\nsteps:\n  - visit\n  - wait: ${wait}\n  - end: completed\n`;

const publish = (text: string, query = '') => api.call('POST', `/api/sequences${query}`, text);
const BY_CONSOLE = '?kept_by=console&based_on=';
const draftAt = (name: string) => `/api/sequences/${name}/draft`;
const save = (name: string, text: string, based_on: number | null, revision: string | null, query = '') =>
  api.call('PUT', `${draftAt(name)}${query}`, { text, based_on, revision });
const sequence = async (name: string) => (await api.call('GET', `/api/sequences/${name}`)).body;
const lastLine = async () => (await api.call('GET', '/api/audit-log?limit=1')).body.items[0];

describe('who keeps a sequence', () => {
  it('is the file of whoever says nothing, and the console where it publishes', async () => {
    const [first, second] = [newName(), newName()];
    expect((await publish(textOf(first))).status).toBe(201);
    expect((await publish(textOf(second), `${BY_CONSOLE}0`)).status).toBe(201);
    expect(await sequence(first)).toMatchObject({ kept_by: 'file', has_draft: false });
    expect(await sequence(second)).toMatchObject({ kept_by: 'console' });
    const { items } = (await api.call('GET', '/api/sequences?fields=name,kept_by')).body;
    expect(items).toEqual(expect.arrayContaining([{ name: second, kept_by: 'console' }]));
  });

  it.each([
    ['a file over the console', `${BY_CONSOLE}0`, '', 'console'],
    ['the console over a file', '', `${BY_CONSOLE}1`, 'file'],
  ])('is named in the refusal of %s, in a dry run, a plan and a publication', async (_, first, then, keeper) => {
    const name = newName();
    await publish(textOf(name), first);
    const changed = textOf(name, '4 days');
    const also = then === '' ? '?' : `${then}&`;
    const refusal = { status: 409, body: { code: 'kept_elsewhere', kept_by: keeper, fix: expect.any(String) } };
    expect(await publish(changed, `${also}dry_run=true`)).toMatchObject(refusal);
    expect(await publish(changed, then)).toMatchObject(refusal);
    expect(await api.call('POST', `/api/sequences/${name}/plan${then}`, changed)).toMatchObject(refusal);
    expect(await sequence(name)).toMatchObject({ version: 1, kept_by: keeper });
  });

  it('becomes another where that is asked for, with a line of its own', async () => {
    const name = newName();
    await publish(textOf(name), `${BY_CONSOLE}0`);
    const planned = await api.call('POST', `/api/sequences/${name}/plan?take_over=true`, textOf(name, '4 days'));
    expect(planned.body).toMatchObject({ kept_by: 'file', takes_over: true, to_version: 2 });
    await api.call('POST', `/api/sequences/${name}/apply`, { plan_id: planned.body.id });
    expect(await sequence(name)).toMatchObject({ version: 2, kept_by: 'file' });
    expect(await lastLine()).toMatchObject({
      sentence: `The key "from the environment" took ${name} over from the console and published version 2 of ${name}.`,
      ...{ before: { version: 1, kept_by: 'console' }, after: { version: 2, kept_by: 'file' } },
    });
    // The same text again: only the keeper changes.
    await publish(textOf(name, '4 days'), `${BY_CONSOLE}2&take_over=true`);
    expect(await sequence(name)).toMatchObject({ version: 2, kept_by: 'console' });
  });

  it('makes a plan stale that was made before another took it over', async () => {
    const name = newName();
    await publish(textOf(name));
    const { body } = await api.call('POST', `/api/sequences/${name}/plan`, textOf(name, '4 days'));
    await publish(textOf(name), `${BY_CONSOLE}1&take_over=true`);
    const applied = await api.call('POST', `/api/sequences/${name}/apply`, { plan_id: body.id });
    const changes = [{ what: 'keeper', planned: 'kept by the file', now: 'kept by the console' }];
    expect(applied).toMatchObject({ status: 409, body: { code: 'stale_plan', changes } });
    expect(await sequence(name)).toMatchObject({ version: 1, kept_by: 'console' });
  });

  it('stays who it was where a version is taken back', async () => {
    const name = newName();
    await publish(textOf(name), `${BY_CONSOLE}0`);
    await publish(textOf(name, '4 days'), `${BY_CONSOLE}1`);
    expect((await api.call('POST', `/api/sequences/${name}/rollback`, {})).status).toBe(200);
    expect(await sequence(name)).toMatchObject({ version: 1, kept_by: 'console' });
  });
});

describe('the version that a text started from', () => {
  it('has to be named by the console', async () => {
    const name = newName();
    const errors = [{ field: 'based_on', message: expect.any(String) }];
    const refusal = { status: 400, body: { code: 'invalid_query', errors } };
    expect(await publish(textOf(name), '?kept_by=console')).toMatchObject(refusal);
    expect(await api.call('POST', `/api/sequences/${name}/plan?kept_by=console`, textOf(name))).toMatchObject(refusal);
  });

  it('must be the current one; else the difference is shown, and nothing is overwritten', async () => {
    const name = newName();
    await publish(textOf(name), `${BY_CONSOLE}0`);
    await publish(textOf(name, '4 days'), `${BY_CONSOLE}1`);
    const refusal = {
      status: 409,
      body: {
        ...{ code: 'published_meanwhile', based_on: 1 },
        current: { version: 2, source: textOf(name, '4 days') },
        diff: { steps: [{ change: 'changed', was: 'wait 3 days', step: 'wait 4 days' }] },
        lines: expect.arrayContaining([expect.stringContaining('wait 3 days → wait 4 days')]),
      },
    };
    const mine = textOf(name, '9 days');
    expect(await publish(mine, `${BY_CONSOLE}1`)).toMatchObject(refusal);
    expect(await publish(mine, `${BY_CONSOLE}1&dry_run=true`)).toMatchObject(refusal);
    expect(await api.call('POST', `/api/sequences/${name}/plan${BY_CONSOLE}1`, mine)).toMatchObject(refusal);
    expect(await publish(mine, `${BY_CONSOLE}0`)).toMatchObject({ status: 409, body: { diff: null } });
    expect(await sequence(name)).toMatchObject({ version: 2 });
    expect((await publish(mine, `${BY_CONSOLE}2`)).body).toMatchObject({ version: 3 });
  });

  it('leaves nothing where nothing is published', async () => {
    const name = newName();
    const answer = await publish(textOf(name), `${BY_CONSOLE}3`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'published_meanwhile', current: null } });
    expect((await api.db.query('select from sequences where name = $1', [name])).rowCount).toBe(0);
  });

  it('lets one of two publish who do so at once', async () => {
    const name = newName();
    await publish(textOf(name), `${BY_CONSOLE}0`);
    let asked: ReturnType<typeof publish>[] = [];
    // All have looked before any of them is let in.
    await api.db.transaction(async (tx) => {
      await tx.query('select from sequences where name = $1 for no key update', [name]);
      asked = ['5 days', '6 days', '7 days'].map((wait) => publish(textOf(name, wait), `${BY_CONSOLE}1`));
      await eventually(async () => expect(await waitingForLocks(api.db)).toBe(3));
    });
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('does not stand against the same request again, whose answer was lost', async () => {
    const name = newName();
    await publish(textOf(name), `${BY_CONSOLE}0`);
    expect(await publish(textOf(name), `${BY_CONSOLE}0`)).toMatchObject({ status: 200, body: { version: 1 } });
  });
});

describe('a draft', () => {
  it('is saved over what its author has seen, with what is wrong in it', async () => {
    const name = newName();
    const made = await save(name, 'sequence: [', null, null);
    expect(made).toMatchObject({ status: 201, body: { name, based_on: null, current_version: null, digest: null } });
    expect(made.body.diagnostics.length).toBeGreaterThan(0);
    const saved = await save(name, textOf(name), null, made.body.revision);
    expect(saved).toMatchObject({ status: 200, body: { text: textOf(name), diagnostics: expect.any(Array) } });
    expect(saved.body.digest).toMatch(/^sha256:/);
    expect(saved.body.revision).not.toBe(made.body.revision);
    expect((await api.call('GET', draftAt(name))).body).toEqual(saved.body);
    const { items } = (await api.call('GET', '/api/drafts?fields=name,updated_by')).body;
    const updated_by = { user_id: null, name: 'from the environment' };
    expect(items).toEqual(expect.arrayContaining([{ name, updated_by }]));
  });

  it('of two tabs is kept as the first saved it, which the second is shown', async () => {
    const name = newName();
    const { body } = await save(name, textOf(name), null, null);
    expect((await save(name, textOf(name, '5 days'), null, body.revision)).status).toBe(200);
    const late = await save(name, textOf(name, '6 days'), null, body.revision);
    const theirs = { text: textOf(name, '5 days'), updated_by: { name: 'from the environment' } };
    expect(late).toMatchObject({ status: 409, body: { code: 'draft_changed', draft: theirs } });
    expect((await api.call('GET', draftAt(name))).body.text).toBe(textOf(name, '5 days'));
    expect((await save(name, textOf(name, '6 days'), null, late.body.draft.revision)).status).toBe(200);
  });

  it('is begun by one of those who begin it at once', async () => {
    const name = newName();
    const asked = ['1 day', '2 days', '3 days'].map((wait) => save(name, textOf(name, wait), null, null));
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('is the same when it is saved again, as by a request whose answer was lost', async () => {
    const name = newName();
    const first = await save(name, textOf(name), null, null);
    expect((await save(name, textOf(name), null, null)).body).toEqual(first.body);
  });

  it('reports a text that names another sequence, and an account that is not there', async () => {
    const name = newName();
    const other = await save(name, textOf('other'), null, null);
    expect(other.body).toMatchObject({ digest: null, diagnostics: [{ code: 'APPLY002', line: 1 }] });
    const nobody = textOf(name).replace('steps:', 'senders: { professional: [acc_nobody] }\nsteps:');
    const { body } = await save(name, nobody, null, other.body.revision);
    expect(body.diagnostics).toContainEqual(expect.objectContaining({ code: 'APPLY001' }));
  });

  it.each([
    ['a version that is not there', { based_on: 7 }, 422, 'unknown_version'],
    ['a text that is too long', { text: 'x'.repeat(300_000) }, 422, 'invalid_body'],
    ['an unknown field', { color: 'red' }, 422, 'invalid_body'],
    ['no revision', { revision: undefined }, 422, 'invalid_body'],
  ])('is refused with %s', async (_, wrong, status, code) => {
    const name = newName();
    const asked = { text: '', based_on: null, revision: null, ...wrong };
    expect(await api.call('PUT', draftAt(name), asked)).toMatchObject({ status, body: { code } });
    expect(await api.call('GET', draftAt(name))).toMatchObject({ status: 404, body: { code: 'unknown_draft' } });
  });

  it('is refused under a name that no sequence can have', async () => {
    expect(await save('Not-A-Name', '', null, null)).toMatchObject({ status: 422, body: { code: 'invalid_name' } });
  });

  it('is refused of a sequence that a file keeps, which could not be published from here', async () => {
    const name = newName();
    await publish(textOf(name));
    const refusal = { status: 409, body: { code: 'kept_elsewhere', kept_by: 'file' } };
    expect(await save(name, textOf(name, '4 days'), 1, null)).toMatchObject(refusal);
  });

  it('is gone with the version that was published of it, by itself and by a plan', async () => {
    const name = newName();
    await save(name, textOf(name), null, null);
    await publish(textOf(name), `${BY_CONSOLE}0`);
    expect(await sequence(name)).toMatchObject({ version: 1, has_draft: false });
    await save(name, textOf(name, '4 days'), 1, null);
    expect(await sequence(name)).toMatchObject({ has_draft: true });
    const planned = await api.call('POST', `/api/sequences/${name}/plan${BY_CONSOLE}1`, textOf(name, '4 days'));
    await api.call('POST', `/api/sequences/${name}/apply`, { plan_id: planned.body.id });
    expect(await sequence(name)).toMatchObject({ version: 2, has_draft: false });
  });

  it('stays where somebody has gone on with it while another text was published', async () => {
    const name = newName();
    await publish(textOf(name), `${BY_CONSOLE}0`);
    await save(name, textOf(name, '4 days'), 1, null);
    await publish(textOf(name, '5 days'), `${BY_CONSOLE}1`);
    const { body } = await api.call('GET', draftAt(name));
    expect(body).toMatchObject({ text: textOf(name, '4 days'), based_on: 1, current_version: 2 });
    expect(await publish(body.text, `${BY_CONSOLE}1`)).toMatchObject({ body: { code: 'published_meanwhile' } });
  });

  it('is discarded by who has seen it, and what is published stays', async () => {
    const name = newName();
    const { body } = await save(name, textOf(name), null, null);
    const discard = (query: string) => api.call('DELETE', `${draftAt(name)}?${query}`);
    expect(await discard('')).toMatchObject({ status: 400, body: { errors: [{ field: 'revision' }] } });
    expect(await discard('revision=rev_other')).toMatchObject({ status: 409, body: { code: 'draft_changed' } });
    expect(await discard(`revision=${body.revision}&dry_run=true`)).toMatchObject({ status: 200 });
    expect((await discard(`revision=${body.revision}`)).status).toBe(204);
    expect(await discard(`revision=${body.revision}`)).toMatchObject({ status: 404, body: { code: 'unknown_draft' } });
    // What was in another tab is not lost by it.
    const late = await save(name, textOf(name, '4 days'), null, body.revision);
    expect(late).toMatchObject({ status: 409, body: { code: 'draft_changed', draft: null } });
  });

  it('has a line in the audit log where it begins and where another goes on, not with each save', async () => {
    const [name, editor] = [newName(), await addPerson(api, 'editor')];
    const first = await save(name, textOf(name), null, null);
    const line = await lastLine();
    expect(line.sentence).toBe(`The key "from the environment" began a draft of ${name}.`);
    const second = await save(name, textOf(name, '4 days'), null, first.body.revision);
    expect((await lastLine()).id).toBe(line.id);
    const theirs = { text: textOf(name, '5 days'), based_on: null, revision: second.body.revision };
    expect((await editor.call('PUT', draftAt(name), theirs)).body.updated_by.user_id).toBe(editor.id);
    expect((await lastLine()).sentence).toMatch(new RegExp(`went on with the draft of ${name}\\.$`));
  });

  it('is saved in a dry run nowhere', async () => {
    const name = newName();
    expect((await save(name, textOf(name), null, null, '?dry_run=true')).body).toMatchObject({ dry_run: true });
    expect((await api.call('GET', draftAt(name))).status).toBe(404);
  });
});

describe('a copy', () => {
  it('is a draft of another name with the text of a version, and all else as it is written', async () => {
    const [name, copy] = [newName(), newName()];
    await publish(textOf(name));
    await publish(textOf(name, '4 days'));
    const copyOf = (body: object) => api.call('POST', `/api/sequences/${name}/copy`, body);
    expect((await copyOf({ name: copy, version: 1 })).body).toMatchObject({
      ...{ name: copy, based_on: null },
      text: textOf(name).replace(`sequence: ${name}`, `sequence: ${copy}`),
      digest: expect.any(String),
    });
    expect(await copyOf({ name: copy })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(await copyOf({ name })).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(await copyOf({ name: 'A' })).toMatchObject({ status: 422, body: { code: 'invalid_name' } });
    expect(await copyOf({ name: newName(), version: 9 })).toMatchObject({ body: { code: 'unknown_version' } });
    const nothing = await api.call('POST', '/api/sequences/nothing/copy', { name: newName() });
    expect(nothing).toMatchObject({ status: 404, body: { code: 'unknown_sequence' } });
  });

  it('is one, whoever asks for it twice under one key', async () => {
    const [name, copy] = [newName(), newName()];
    await publish(textOf(name));
    const ask = () =>
      api.call('POST', `/api/sequences/${name}/copy`, { name: copy }, { headers: { 'idempotency-key': copy } });
    expect([(await ask()).status, (await ask()).status]).toEqual([201, 201]);
  });
});
