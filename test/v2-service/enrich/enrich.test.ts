import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const call = (action: string, params: object, more: { path?: string; account_id?: string } = {}) => {
  const { path = '/v2/enrich', ...account } = more;
  return sandbox.call('POST', path, { ...account, action, params });
};
const ask = async (action: string, params: object) => {
  const answer = await call(action, params);
  expect(answer).toMatchObject({ status: 200, body: { metadata: { action, account_id: null, credits_consumed: 1 } } });
  return answer.body.data;
};
const refused = async (action: string, params: object) => {
  const { status, body } = await call(action, params);
  expect({ status, credits: body.metadata.credits_consumed }).toEqual({ status: 400, credits: 0 });
  return body.error.code;
};
/** A generated company whose mail server takes any name, and one that does not. */
const companies = async () => {
  const { rows } = await sandbox.service.db.query<{ domain: string; email: string }>(
    'select c.domain, min(p.email) as email from sandbox_companies c join sandbox_people p on p.company_domain = c.domain group by 1',
  );
  const seen: Record<string, { domain: string; email: string }> = {};
  for (const row of rows) {
    const { status } = await ask('validate_email', { email: `no.such.person@${row.domain}` });
    seen[status] ??= row;
    if (seen.catch_all && seen.invalid) break;
  }
  return { catchAll: seen.catch_all, strict: seen.invalid };
};

describe('enrichment [POST /v2/enrich] [POST /v2/mail] [credits#1]', () => {
  it('answers on both paths, with an account or without, and logs no account', async () => {
    const person = await sandbox.person({ email: 'paths@enrich.example' });
    const account_id = await sandbox.account();
    for (const more of [{}, { path: '/v2/mail' }, { account_id }, { path: '/v2/mail', account_id: 'acc_unknown' }]) {
      const { status, body } = await call('find_email', { profile_url: person.url }, more);
      expect(status).toBe(200);
      expect(body.data.email).toBe(person.email);
      expect(body.metadata).toMatchObject({ action: 'find_email', account_id: null, credits_consumed: 1 });
    }
    const logs = await sandbox.call('GET', '/v2/logs?action=find_email');
    expect(logs.body.data.items[0]).toMatchObject({ account_id: null, credits_consumed: 1, status: 'success' });
    expect((await call('send', {})).body.error.code).toBe('INVALID_ACTION');
  });

  it('is refused without credits', async () => {
    const poor = await sandbox.control('POST', '/users', {});
    await sandbox.call('POST', '/sandbox/credits', { set: 0 }, poor.api_key);
    const body = { action: 'validate_email', params: { email: 'jo@enrich.example' } };
    expect(await sandbox.call('POST', '/v2/enrich', body, poor.api_key)).toMatchObject({
      status: 402,
      body: { error: { code: 'INSUFFICIENT_CREDITS' } },
    });
  });
});

describe('find_email [enrich/find_email]', () => {
  it('finds by every form of a profile [enrich/find_email.profile_url]', async () => {
    const person = await sandbox.person({ email: 'forms@enrich.example' });
    for (const profile_url of [person.url, person.id_url, person.slug, person.urn]) {
      const found = await ask('find_email', { profile_url });
      expect(found).toEqual({ email: person.email, status: 'valid', score: expect.any(Number) });
      expect(found.score).toBeGreaterThan(90);
    }
    expect(await refused('find_email', { profile_url: 'https://professional.example/in/nobody-there' })).toBe(
      'INVALID_PARAMS',
    );
  });

  it('finds by name with domain or company [enrich/find_email.first_name] [enrich/find_email.last_name] [enrich/find_email.domain] [enrich/find_email.company]', async () => {
    await sandbox.person({
      first_name: 'Mona',
      last_name: 'Lisard',
      email: 'mona@louvre.example',
      company: 'Louvre Group',
    });
    const name = { first_name: 'mona', last_name: 'LISARD' };
    const known = { email: 'mona@louvre.example', status: 'valid' };
    for (const domain of ['louvre.example', 'LOUVRE.example', 'https://www.louvre.example/team', '@louvre.example']) {
      expect(await ask('find_email', { ...name, domain })).toMatchObject(known);
    }
    expect(await ask('find_email', { ...name, company: 'louvre group' })).toMatchObject(known);
    // The domain counts where both are given.
    expect(await ask('find_email', { ...name, domain: 'louvre.example', company: 'The Louvre' })).toMatchObject(known);
    const none = { email: null, status: 'unknown', score: 0 };
    expect(await ask('find_email', { ...name, domain: 'prado.example' })).toEqual(none);
    expect(await ask('find_email', { ...name, company: 'Prado' })).toEqual(none);
    expect(await ask('find_email', { first_name: 'Nobody', last_name: 'Lisard', company: 'Louvre Group' })).toEqual(
      none,
    );
  });

  it('finds by name whatever its case and accents', async () => {
    await sandbox.person({
      first_name: 'Élise',
      last_name: 'Niño',
      email: 'elise@accents.example',
      company: 'Café Noir',
    });
    for (const name of [
      { first_name: 'élise', last_name: 'NIÑO' },
      { first_name: 'Elise', last_name: 'Nino' },
    ]) {
      const found = await ask('find_email', { ...name, company: 'CAFÉ NOIR' });
      expect(found).toMatchObject({ email: 'elise@accents.example' });
    }
  });

  it('has nothing of a person without an address, and needs enough to go by', async () => {
    const silent = await sandbox.person();
    expect(await ask('find_email', { profile_url: silent.url })).toEqual({ email: null, status: 'unknown', score: 0 });
    for (const params of [
      {},
      { first_name: 'Mona', last_name: 'Lisard' },
      { first_name: 'Mona', company: 'Louvre' },
      { domain: 'x.example' },
    ]) {
      expect(await refused('find_email', params)).toBe('INVALID_PARAMS');
    }
  });

  it('calls an address a guess where the mail server takes any name', async () => {
    const { catchAll } = await companies();
    const { rows } = await sandbox.service.db.query<{ public_identifier: string }>(
      'select public_identifier from sandbox_people where email = $1',
      [catchAll?.email],
    );
    const profile_url = rows[0]?.public_identifier;
    expect(await ask('find_email', { profile_url })).toMatchObject({ email: catchAll?.email, status: 'catch_all' });
  });
});

describe('reverse_email [enrich/reverse_email] [enrich/reverse_email.email]', () => {
  it('says whose address it is, whatever its case', async () => {
    const person = await sandbox.person({ full_name: 'Ada Byron', email: 'ada@enrich.example', company: 'Engines' });
    expect(await ask('reverse_email', { email: 'ADA@enrich.example' })).toEqual({
      profile_url: person.url,
      full_name: 'Ada Byron',
      company: 'Engines',
    });
  });

  it('has nulls for an address of nobody, and refuses what is none', async () => {
    const nobody = { profile_url: null, full_name: null, company: null };
    expect(await ask('reverse_email', { email: 'nobody@enrich.example' })).toEqual(nobody);
    expect(await refused('reverse_email', { email: 'ada' })).toBe('INVALID_PARAMS');
    expect(await refused('reverse_email', {})).toBe('INVALID_PARAMS');
  });

  it('knows the people of the own world alone', async () => {
    const person = await sandbox.person({ email: 'own@enrich.example' });
    const other = await sandbox.control('POST', '/users', {});
    const body = { action: 'reverse_email', params: { email: person.email } };
    expect((await sandbox.call('POST', '/v2/enrich', body, other.api_key)).body.data.full_name).toBeNull();
  });
});

describe('validate_email [enrich/validate_email] [enrich/validate_email.email]', () => {
  const check = (email: string) => ask('validate_email', { email });

  it.each([
    'ada',
    'ada@',
    '@x.example',
    'a b@x.example',
    'a..b@x.example',
    '.a@x.example',
    'a@x',
    'a@-x.example',
    'a@x..example',
    `${'a'.repeat(65)}@x.example`,
  ])('answers invalid for %s, which is no address', async (email) => {
    expect(await check(email)).toEqual({ email, status: 'invalid', reason: 'invalid_syntax', mx: null });
  });

  it('answers valid for mailboxes of people and accounts', async () => {
    await sandbox.person({ email: 'ada@valid.example' });
    await sandbox.account({ platform: 'email', email: 'desk@valid.example' });
    for (const email of ['ada@valid.example', 'Ada@Valid.example', 'desk@valid.example']) {
      expect(await check(email)).toEqual({ email, status: 'valid', reason: null, mx: 'mx.valid.example' });
    }
  });

  it('says why a mailbox takes nothing', async () => {
    await sandbox.person({ email: 'gone@dead.example', behavior: { bounces: 'hard' } });
    await sandbox.person({ email: 'full@dead.example', behavior: { bounces: 'soft' } });
    const mx = 'mx.dead.example';
    expect(await check('gone@dead.example')).toMatchObject({ status: 'invalid', reason: 'mailbox_not_found', mx });
    expect(await check('nobody@dead.example')).toMatchObject({ status: 'invalid', reason: 'mailbox_not_found', mx });
    expect(await check('full@dead.example')).toMatchObject({ status: 'unknown', reason: 'mailbox_full', mx });
    expect(await check('jo@mailinator.com')).toMatchObject({ status: 'invalid', reason: 'disposable' });
    const nowhere = { status: 'invalid', reason: 'domain_takes_no_mail', mx: null };
    for (const domain of ['nowhere.example', 'example.com', 'host.invalid', 'any.test']) {
      expect(await check(`jo@${domain}`)).toMatchObject(nowhere);
    }
  });

  it('cannot decide where the mail server takes any name', async () => {
    const { catchAll, strict } = await companies();
    expect(await check(catchAll?.email ?? '')).toMatchObject({
      status: 'catch_all',
      reason: 'accepts_all',
      mx: `mx.${catchAll?.domain}`,
    });
    expect((await check(strict?.email ?? '')).status).not.toBe('catch_all');
  });

  it('says no more of a domain outside the world than its name servers do', async () => {
    const answer = await check('someone@gmail.com');
    expect(answer.email).toBe('someone@gmail.com');
    expect(['mailbox_not_checked', 'no_answer']).toContain(answer.reason);
    expect(answer.status).toBe('unknown');
  });

  it('needs an address to check', async () => {
    expect(await refused('validate_email', {})).toBe('INVALID_PARAMS');
    expect(await refused('validate_email', { email: 7 })).toBe('INVALID_PARAMS');
  });
});
