import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../src/app/api/auth/password.ts';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi, SECRET_KEY } from './fixtures.ts';
import { accept, addPerson, browserOf, cookieOf, ORIGIN, PASSWORD, signIn, tokenOf } from './users-fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi({ trust_proxy: 1 });
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

const invite = (email: string, more: Record<string, unknown> = {}) =>
  api.call('POST', '/api/users', { email, role: 'viewer', ...more });
const change = (id: string, body: unknown) => api.call('PATCH', `/api/users/${id}`, body);
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('an invitation', () => {
  it('is a link that sets a password, once, and signs in', async () => {
    const invited = await invite('Grace@Acme.example', { role: 'operator' });
    expect(invited).toMatchObject({
      status: 201,
      body: {
        user: { email: 'grace@acme.example', name: 'grace', role: 'operator', account_ids: null, status: 'invited' },
        invitation: { url: expect.stringMatching(/^http:\/\/[^/]+\/console\/#invitation=ovi_[\w-]{32}$/) },
      },
    });
    const token = tokenOf(invited);
    const answers = await Promise.all([1, 2, 3].map(() => accept(api, token, { name: 'Grace Hopper' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401]);
    const cookie = cookieOf(answers.find(({ status }) => status === 204) ?? { headers: {} });
    const me = await browserOf(api, cookie)('GET', '/api/me');
    expect(me.body).toMatchObject({ user: { name: 'Grace Hopper', status: 'active' }, role: 'operator', key: null });
    expect(await signIn(api, 'GRACE@acme.example')).toMatchObject({ status: 204 });
  });

  it('is worth nothing when it is too old, or another was made', async () => {
    const invited = await invite('old@acme.example');
    await api.db.query(`update users set wall_invitation_expires_at = now() where email = 'old@acme.example'`);
    expect((await accept(api, tokenOf(invited))).status).toBe(401);
    const [first, second] = [
      await api.call('POST', `/api/users/${invited.body.user.id}/invitation`),
      await api.call('POST', `/api/users/${invited.body.user.id}/invitation`),
    ];
    expect((await accept(api, tokenOf(first))).status).toBe(401);
    expect((await accept(api, tokenOf(second))).status).toBe(204);
  });

  it('to who has forgotten the password sets another, and ends what was signed in with the old one', async () => {
    const person = await addPerson(api, 'viewer');
    const link = await api.call('POST', `/api/users/${person.id}/invitation`);
    expect((await person.call('GET', '/api/me')).status).toBe(200);
    expect((await accept(api, tokenOf(link), { password: 'quite another password' })).status).toBe(204);
    expect((await person.call('GET', '/api/me')).status).toBe(401);
    expect((await signIn(api, person.email)).status).toBe(401);
    expect((await signIn(api, person.email, 'quite another password')).status).toBe(204);
  });

  it('takes no password that is short, or one letter again and again, and stays good', async () => {
    const invited = await invite('weak@acme.example');
    for (const password of ['short', 'aaaaaaaaaaaaaaaa', 'x'.repeat(201)]) {
      const answer = await accept(api, tokenOf(invited), { password });
      expect(answer, password).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } });
    }
    expect((await accept(api, tokenOf(invited))).status).toBe(204);
  });

  it('is refused for an address that somebody has, a role and an account that are none, and an owner of some accounts', async () => {
    await invite('twice@acme.example');
    expect(await invite('TWICE@acme.example')).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(await invite('x@acme.example', { role: 'king' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'role' }] },
    });
    expect(await invite('x@acme.example', { account_ids: ['acc_gone'] })).toMatchObject({
      status: 422,
      body: { code: 'unknown_account', errors: [{ field: 'account_ids' }] },
    });
    expect(await invite('x@acme.example', { role: 'owner', account_ids: ['acc_anna'] })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'account_ids' }] },
    });
    expect(await invite('not an address')).toMatchObject({ status: 422, body: { errors: [{ field: 'email' }] } });
    const dry = await api.call('POST', '/api/users?dry_run=true', { email: 'dry@acme.example', role: 'viewer' });
    expect(dry).toMatchObject({ status: 200, body: { invitation: null, dry_run: true } });
    const { body } = await api.call('GET', '/api/users?limit=1000');
    expect(body.items.map((one: { email: string }) => one.email)).not.toContain('dry@acme.example');
  });

  it('leaves neither its token nor the password in the database', async () => {
    const invited = await invite('secret@acme.example', { name: 'Secret' });
    await accept(api, tokenOf(invited));
    const { rows } = await api.db.query<{ all: string }>(
      `select concat((select string_agg(u::text, '') from users u), (select string_agg(a::text, '') from audit_log a),
                     (select string_agg(r::text, '') from idempotent_requests r)) as all`,
    );
    for (const secret of [tokenOf(invited), PASSWORD]) expect(rows[0]?.all).not.toContain(secret);
  });
});

describe('signing in', () => {
  /** The cookie that a browser keeps in which this user has signed in, the session being over. */
  const knownOf = async (email: string): Promise<string> => {
    const { headers } = await signIn(api, email, PASSWORD, from('203.0.113.213'));
    const cookies = [headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '');
    return cookies.find((one) => one.startsWith('overture_known=')) ?? '';
  };

  it('says the same of an unknown address, a wrong password, an invitation that was not accepted and a deactivated user', async () => {
    const person = await addPerson(api, 'viewer');
    const gone = await addPerson(api, 'viewer');
    await change(gone.id, { status: 'deactivated' });
    await invite('waiting@acme.example');
    const answers = await Promise.all([
      signIn(api, 'nobody@acme.example', PASSWORD, from('198.51.100.1')),
      signIn(api, person.email, 'another password', from('198.51.100.2')),
      signIn(api, gone.email, PASSWORD, from('198.51.100.3')),
      signIn(api, 'waiting@acme.example', PASSWORD, from('198.51.100.4')),
    ]);
    for (const { status, body } of answers) {
      const same = { ...answers[0]?.body, code: 'wrong_sign_in', request_id: body.request_id };
      expect({ status, body }).toEqual({ status: 401, body: same });
    }
  });

  it('takes as long for an account that is not there: both hash once', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(stored).toMatch(/^scrypt\$15\$8\$3\$/);
    const took = async (given: string | null) => {
      const began = process.cpuUsage();
      await isPassword('another password', given);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    await took(stored);
    const ratios = [];
    for (let round = 0; round < 3; round++) ratios.push((await took(null)) / (await took(stored)));
    // The middle one: others on this machine disturb some.
    const middle = ratios.toSorted((one, other) => one - other)[1] ?? 0;
    expect(middle).toBeGreaterThan(0.4);
    expect(middle).toBeLessThan(2.5);
  });

  it('slows guessing by the account, wherever it comes from, and by the address, whomever it is for; also over a restart', async () => {
    const person = await addPerson(api, 'viewer');
    const guess = (address: string) => signIn(api, person.email, 'a wrong password', from(address));
    // Many at once gain nothing: each counts before it is looked at.
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`203.0.113.${index}`)));
    const tried = guesses.filter(({ status }) => status === 401);
    expect(tried.length).toBeGreaterThanOrEqual(5);
    // The wait begins with a second: whoever takes longer for the others lets one more in.
    expect(tried.length).toBeLessThan(8);
    const slowed = guesses.find(({ status }) => status === 429);
    expect(slowed).toMatchObject({
      body: { code: 'too_many_attempts', detail: expect.stringMatching(/try again in \d+ second/) },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await api.db.query(
      `update sign_in_attempts set wall_blocked_until = now() + interval '50 seconds' where kind = 'account'`,
    );
    const restarted = await openApi({ db: api.db, trust_proxy: 1 });
    try {
      const right = await restarted.app.inject({
        ...{ method: 'POST', url: '/session', payload: { email: person.email, password: PASSWORD } },
        headers: { ...ORIGIN, ...from('203.0.113.99') },
      });
      expect(right.statusCode).toBe(429);
    } finally {
      await restarted.app.close();
    }
    await api.db.query('delete from sign_in_attempts');
    const other = (index: number) => signIn(api, `u${index}@acme.example`, 'x', from('203.0.113.200'));
    expect((await other(0)).status).toBe(401);
    // As if eighteen had failed: each costs a hash. The wait after the last is a second, which a slow machine takes for the next.
    await api.db.query(`update sign_in_attempts set failed = 18 where kind = 'address'`);
    expect((await other(1)).status).toBe(401);
    expect((await other(2)).status).toBe(401);
    await api.db.query(
      `update sign_in_attempts set wall_blocked_until = wall_blocked_until + interval '50 seconds' where kind = 'address'`,
    );
    expect((await other(3)).status).toBe(429);
    expect((await signIn(api, person.email, PASSWORD, from('203.0.113.201'))).status).toBe(204);
  });

  it('is open to who has signed in with this browser before, however many guess at the password from elsewhere', async () => {
    const person = await addPerson(api, 'viewer');
    const known = { ...from('203.0.113.210'), cookie: await knownOf(person.email) };
    const guess = (headers: Record<string, string>) => signIn(api, person.email, 'a wrong password', headers);
    const held = () =>
      api.db.query(`update sign_in_attempts set wall_blocked_until = now() + interval '50 seconds' where failed >= 5`);
    for (let index = 0; index < 5; index++) await guess(from(`203.0.113.${220 + index}`));
    await held();
    expect((await signIn(api, person.email, PASSWORD, from('203.0.113.211'))).status).toBe(429);
    expect((await signIn(api, person.email, PASSWORD, known)).status).toBe(204);
    // That they came in does not help who guesses, and whoever has stolen the cookie is slowed like any other.
    expect((await guess(from('203.0.113.226'))).status).toBe(429);
    for (let index = 0; index < 5; index++) await guess(known);
    await held();
    expect((await signIn(api, person.email, PASSWORD, known)).status).toBe(429);
    // Of somebody else it says nothing.
    const other = await addPerson(api, 'viewer');
    const theirs = { ...from('203.0.113.212'), cookie: await knownOf(other.email) };
    expect((await signIn(api, person.email, PASSWORD, theirs)).status).toBe(429);
    await api.db.query('delete from sign_in_attempts');
  });

  it('comes from our own page alone', async () => {
    const person = await addPerson(api, 'viewer');
    const foreign = { origin: 'https://evil.example' };
    expect((await signIn(api, person.email, PASSWORD, foreign)).status).toBe(403);
    const invited = await invite('cross@acme.example');
    const answer = await api.call(
      'POST',
      '/session/invitation',
      { token: tokenOf(invited), password: PASSWORD },
      { key: null, headers: { ...ORIGIN, ...foreign } },
    );
    expect(answer.status).toBe(403);
  });

  it('changes the own password, which ends the other sessions', async () => {
    const person = await addPerson(api, 'viewer');
    const other = browserOf(api, cookieOf(await signIn(api, person.email)));
    const body = { present: PASSWORD, password: 'quite another password' };
    expect(await person.call('POST', '/api/me/password', { ...body, present: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    const dry = (asked: object) => person.call('POST', '/api/me/password?dry_run=true', asked);
    expect(await dry(body)).toMatchObject({ status: 200, body: { dry_run: true } });
    expect((await dry({ ...body, present: 'wrong' })).body.code).toBe('wrong_password');
    expect((await dry({ ...body, password: 'short' })).body.errors).toMatchObject([{ field: 'password' }]);
    const changed = await person.call('POST', '/api/me/password', body);
    expect(changed.status).toBe(204);
    expect((await other('GET', '/api/me')).status).toBe(401);
    expect((await browserOf(api, cookieOf(changed))('GET', '/api/me')).status).toBe(200);
    expect((await signIn(api, person.email)).status).toBe(401);
    expect((await signIn(api, person.email, body.password)).status).toBe(204);
    expect(await api.call('POST', '/api/me/password', body)).toMatchObject({ status: 409, body: { code: 'no_user' } });
  });
});

describe('a session', () => {
  it('is listed and ended by its own user, and all of them by an owner', async () => {
    const [owner, one, other] = [
      await addPerson(api, 'owner'),
      await addPerson(api, 'viewer'),
      await addPerson(api, 'viewer'),
    ];
    const idOf = async (call: typeof one.call) => (await call('GET', '/api/sessions')).body.items[0].id;
    const [mine, theirs] = [await idOf(one.call), await idOf(other.call)];
    const { body } = await one.call('GET', '/api/sessions?count=true');
    expect(body).toMatchObject({ items: [{ id: mine, user: { id: one.id }, is_yours: true }], count: { value: 1 } });
    expect((await one.call('DELETE', `/api/sessions/${theirs}`)).status).toBe(404);
    const all = (await owner.call('GET', '/api/sessions?limit=1000')).body.items.map((each: { id: string }) => each.id);
    expect(all).toEqual(expect.arrayContaining([mine, theirs]));
    expect((await owner.call('DELETE', `/api/sessions/${theirs}`)).status).toBe(204);
    expect((await other.call('GET', '/api/me')).status).toBe(401);
    expect((await one.call('DELETE', `/api/sessions/${mine}`)).status).toBe(204);
    expect((await one.call('GET', '/api/me')).status).toBe(401);
  });

  it('of a link that an owner has made ends with the owner', async () => {
    const owner = await addPerson(api, 'owner');
    const { body } = await owner.call('POST', '/api/sign-in-tokens', {});
    const opened = await api.call('GET', `/?token=${body.token}`, undefined, { key: null });
    const call = browserOf(api, cookieOf(opened));
    expect((await call('GET', '/api/me')).body).toMatchObject({ user: { id: owner.id } });
    await change(owner.id, { status: 'deactivated' });
    expect((await call('GET', '/api/me')).status).toBe(401);
  });

  it("of the start's link is an owner's, whoever else there is", async () => {
    const opened = await api.call('GET', `/?token=${createSignInToken(SECRET_KEY)}`, undefined, { key: null });
    const call = browserOf(api, cookieOf(opened));
    expect((await call('GET', '/api/me')).body).toMatchObject({ user: null, key: null, role: null });
    expect((await call('GET', '/api/keys')).status).toBe(200);
  });
});

describe('a user', () => {
  it('who is deactivated is signed out at once, with all keys and open streams, and for good', async () => {
    const person = await addPerson(api, 'owner');
    const { body: key } = await person.call('POST', '/api/keys', { scopes: ['admin'] });
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await fetch(`${url}/api/events`, { headers: { cookie: person.cookie } });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    expect((await change(person.id, { status: 'deactivated' })).body).toMatchObject({ status: 'deactivated' });
    expect((await person.call('GET', '/api/me')).status).toBe(401);
    expect((await api.call('GET', '/api/me', undefined, { key: key.key })).status).toBe(401);
    expect(await ended).toContain('retry:');
    await change(person.id, { status: 'active' });
    expect((await person.call('GET', '/api/me')).status).toBe(401);
    expect((await api.call('GET', '/api/me', undefined, { key: key.key })).status).toBe(401);
    expect((await signIn(api, person.email)).status).toBe(204);
  });

  it('who is removed frees the address, and is still named in the audit log', async () => {
    const person = await addPerson(api, 'viewer');
    await person.call('GET', '/api/me');
    expect((await api.call('DELETE', `/api/users/${person.id}?dry_run=true`)).body).toEqual({
      id: person.id,
      dry_run: true,
    });
    expect((await person.call('GET', '/api/me')).status).toBe(200);
    expect((await api.call('DELETE', `/api/users/${person.id}`)).status).toBe(204);
    expect((await person.call('GET', '/api/me')).status).toBe(401);
    expect((await api.call('GET', `/api/users/${person.id}`)).status).toBe(404);
    expect((await invite(person.email)).status).toBe(201);
    const { body } = await api.call('GET', `/api/audit-log?user_id=${person.id}`);
    expect(body.items[0]).toMatchObject({ user: { name: expect.stringMatching(/^The viewer/) } });
  });

  it('is named in the audit log with role, before and after', async () => {
    const owner = await addPerson(api, 'owner');
    const person = await addPerson(api, 'viewer');
    await owner.call('PATCH', `/api/users/${person.id}`, { role: 'operator', account_ids: ['acc_anna'] });
    const { body } = await api.call('GET', `/api/audit-log?target_id=${person.id}&operation=changeUser`);
    expect(body.items).toMatchObject([
      {
        ...{ user: { id: owner.id }, via: 'page', key: null },
        sentence: expect.stringMatching(/^The owner \d+ changed the user The viewer \d+ \(usr_\w+\)\.$/),
        before: { role: 'viewer', account_ids: null },
        after: { role: 'operator', account_ids: ['acc_anna'] },
      },
    ]);
  });
});

describe('the last owner', () => {
  it('cannot be demoted, deactivated, removed or limited, however many try at once', async () => {
    await api.db.query(`update users set role = 'viewer' where role = 'owner'`);
    const [one, other] = [await addPerson(api, 'owner'), await addPerson(api, 'owner')];
    // An owner who has never signed in cannot sign in yet, and does not count.
    await invite('invited-owner@acme.example', { role: 'owner' });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        change(one.id, { role: 'viewer' }),
        change(other.id, { status: 'deactivated' }),
        change(one.id, { status: 'deactivated' }),
        change(other.id, { role: 'editor' }),
      ]);
      const { rows } = await api.db.query(`select id from users where role = 'owner' and status = 'active'`);
      expect(rows).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThanOrEqual(2);
      await api.db.query(`update users set role = 'owner', status = 'active' where id in ($1, $2)`, [one.id, other.id]);
    }
    await change(other.id, { role: 'viewer' });
    for (const body of [{ role: 'viewer' }, { status: 'deactivated' }]) {
      expect(await change(one.id, body)).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    }
    expect((await api.call('DELETE', `/api/users/${one.id}`)).body).toMatchObject({ code: 'last_owner' });
    expect((await change(one.id, { account_ids: ['acc_anna'] })).status).toBe(422);
  });
});
