import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseWrites } from '../../support/refuse-writes.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

interface Link {
  readonly link_id: string;
  readonly url: string;
}
const create = async (body: object = {}): Promise<Link> =>
  (await sandbox.call('POST', '/v2/accounts/connect-link', body)).body.data;
const read = async ({ link_id }: Link) => (await sandbox.call('GET', `/v2/accounts/connect-link/${link_id}`)).body.data;

/** A browser without a screen: keeps its cookie, takes the token from the form it was shown, follows nothing. */
function openBrowser() {
  let cookie = '';
  const visit = async (url: string, init: RequestInit = {}) => {
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const submit = (url: string, fields: Record<string, string> | [string, string][]) =>
    visit(url, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    visit,
    submit,
    async send(page: string, fields: Record<string, string>) {
      const { html } = await visit(page);
      const form_token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
      return { answer: await submit(page, { form_token, ...fields }), form_token };
    },
  };
}
const GOOD = { email: 'ada@mail.example', password: 'x', country: 'FR' };

describe('every answer of the hosted pages', () => {
  it('says when to come again where the database cannot take what is to be kept, and connects nothing', async () => {
    const link = await create({ platform: 'email' });
    const again = await refuseWrites(sandbox.service.db, 'accounts', 'insert');
    const { answer } = await openBrowser().send(`${link.url}/email`, GOOD);
    await again();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(answer.html).toContain('nothing was connected');
    expect((await read(link)).status).toBe('pending');
  });

  it('is for no frame, no cache and no other site', async () => {
    const used = await create({ platform: 'email', failure_url: 'https://app.example/failed' });
    await sandbox.control('POST', `/connect-links/${used.link_id}/complete`, {});
    const open = await create();
    const { visit } = openBrowser();
    const answers = {
      200: await visit(open.url),
      302: await visit(used.url),
      404: await visit(`${sandbox.url}/connect/lnk_none/of/this`),
      403: await visit(`${open.url}/email`, { method: 'POST', body: new URLSearchParams(GOOD) }),
      415: await visit(`${open.url}/email`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.status).toBe(Number(status));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      if (answer.status !== 302) expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it('names its style by its digest, to be kept for ever', async () => {
    const { visit } = openBrowser();
    const { html } = await visit((await create()).url);
    const style = /href="(\/connect\/assets\/connect\.[0-9a-f]{12}\.css)"/.exec(html)?.[1];
    const { status, headers } = await visit(sandbox.url + style);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(headers.get('cache-control')).toContain('immutable');
  });

  it('shows what was typed as text', async () => {
    const link = await create({ platform: 'email' });
    const email = '"><script>alert(1)</script>@mail.example';
    const { answer } = await openBrowser().send(`${link.url}/email`, { ...GOOD, email, imap_host: "'<b>\u0000" });
    expect(answer.status).toBe(400);
    expect(answer.html).not.toContain('<script>alert');
    expect(answer.html).toContain('value="&quot;&gt;&lt;script&gt;');
  });
});

describe('a form', () => {
  it('is taken from the browser that was shown it, for its own link only', async () => {
    const link = await create({ platform: 'email' });
    const page = `${link.url}/email`;
    const own = openBrowser();
    const { form_token } = await own.send(page, { password: '' });
    const elsewhere = await create({ platform: 'email' });
    const attempts = [
      await own.submit(page, GOOD),
      await own.submit(`${elsewhere.url}/email`, { ...GOOD, form_token }),
      await openBrowser().submit(page, { ...GOOD, form_token }),
      await openBrowser().submit(page, { ...GOOD, form_token: 'x' }),
    ];
    for (const attempt of attempts) {
      expect(attempt.status).toBe(403);
      expect(attempt.html).toContain('This form was not accepted');
    }
    expect(await read(link)).toMatchObject({ status: 'pending' });
    expect((await own.submit(page, { ...GOOD, form_token })).status).toBe(303);
    expect(await read(link)).toMatchObject({ status: 'used' });
  });

  it('that two people send at once connects one account; the other is shown that the link was used [state/link#2]', async () => {
    const link = await create({ platform: 'email' });
    const send = (email: string) => openBrowser().send(`${link.url}/email`, { ...GOOD, email });
    const sent = await Promise.all([send('ada@race.example'), send('grace@race.example')]);
    expect(sent.map(({ answer }) => answer.status).sort()).toEqual([303, 410]);
    const { body } = await sandbox.call('GET', '/v2/accounts');
    expect(body.data.accounts.filter(({ email }: { email: string }) => email?.endsWith('@race.example'))).toHaveLength(
      1,
    );
  });

  it('that one person sends twice connects once, and both answers go on', async () => {
    const link = await create({ platform: 'email', success_url: 'https://app.example/done' });
    const person = openBrowser();
    const { form_token } = await person.send(`${link.url}/email`, { password: '' });
    const twice = await Promise.all([1, 2].map(() => person.submit(`${link.url}/email`, { ...GOOD, form_token })));
    for (const { status, headers } of twice) {
      expect([status, headers.get('location')]).toEqual([303, 'https://app.example/done']);
    }
  });

  it('connects no product that the link does not offer', async () => {
    const link = await create({ platform: 'professional', products: ['classic', 'premium_navigator'] });
    const person = openBrowser();
    const { form_token } = await person.send(`${link.url}/professional`, { password: '' });
    const fields = Object.entries({ ...GOOD, email: 'greedy@mail.example', form_token, contract: 'team' });
    const greedy: [string, string][] = [...fields, ['products', 'recruiter']];
    const none = await person.submit(`${link.url}/professional`, greedy);
    expect([none.status, none.html.includes('Choose at least one.')]).toEqual([400, true]);
    await person.submit(`${link.url}/professional`, [...greedy, ['products', 'premium_navigator']]);
    const { account_id } = await read(link);
    const { body } = await sandbox.call('GET', `/v2/accounts/${account_id}`);
    expect(body.data.products).toEqual(['premium_navigator']);
  });

  it('cannot change the country that the link locks', async () => {
    const link = await create({ platform: 'professional', country: 'IT' });
    await openBrowser().send(`${link.url}/professional`, { ...GOOD, email: 'locked@mail.example', country: 'US' });
    const { body } = await sandbox.call('GET', `/v2/accounts/${(await read(link)).account_id}`);
    expect(body.data.country).toBe('IT');
  });
});

describe('a sign-in', () => {
  it('that its owner cannot pay connects nothing, and the person learns whom to ask', async () => {
    const link = await create({ platform: 'professional' });
    const { credits_remaining } = (await sandbox.call('GET', '/v2/credits')).body.data;
    await sandbox.control('POST', '/credits', { set: 0 });
    const { answer } = await openBrowser().send(`${link.url}/professional`, GOOD);
    await sandbox.control('POST', '/credits', { set: credits_remaining });
    expect(answer.status).toBe(402);
    expect(answer.html).toContain('tell whoever sent you the link');
    expect(answer.html).not.toMatch(/credit/i);
    expect(await read(link)).toMatchObject({ status: 'pending' });
  });

  it('takes five codes, and a new sign-in brings a new code', async () => {
    const link = await create({ platform: 'professional' });
    const person = openBrowser();
    const signIn = () =>
      person.send(`${link.url}/professional`, { ...GOOD, email: 'codes@mail.example', password: 'needs-code' });
    const { answer } = await signIn();
    expect(answer.headers.get('location')).toBe(`/connect/${link.link_id}/code`);
    for (let i = 0; i < 5; i++) {
      const wrong = await person.send(`${link.url}/code`, { code: '000000' });
      expect(wrong.answer.status).toBe(422);
    }
    expect((await person.send(`${link.url}/code`, { code: '246810' })).answer.html).toContain(
      'ended after 5 wrong codes',
    );
    await signIn();
    expect((await person.send(`${link.url}/code`, { code: '246810' })).answer.headers.get('location')).toMatch(
      /\/done$/,
    );
  });

  it('goes on where it was when the link is opened again, and begins anew with another channel', async () => {
    const link = await create();
    const person = openBrowser();
    await person.send(`${link.url}/professional`, { ...GOOD, email: 'again@mail.example', password: 'needs-code' });
    expect((await person.visit(link.url)).headers.get('location')).toBe(`/connect/${link.link_id}/code`);
    const { html } = await person.visit(`${link.url}/professional`);
    const back = /class="back" href="([^"]+)"/.exec(html)?.[1];
    expect((await person.visit(sandbox.url + back)).html).toContain('Choose what you would like to connect');
    await person.send(`${link.url}/email`, { ...GOOD, email: 'again@mail.example' });
    expect(await read(link)).toMatchObject({ status: 'used', platform: 'email' });
  });

  it('in progress may be finished for a quarter of an hour after the link expired, and not later [state/link#3]', async () => {
    const start = async (email: string) => {
      const link = await create({ platform: 'professional', expires_in: 60 });
      const person = openBrowser();
      await person.send(`${link.url}/professional`, { ...GOOD, email, password: 'needs-code' });
      return { link, person };
    };
    const [late, tooLate] = [await start('late@mail.example'), await start('too-late@mail.example')];
    await sandbox.advance('PT5M');
    const code = { code: '246810' };
    expect((await late.person.send(`${late.link.url}/code`, code)).answer.status).toBe(303);
    await sandbox.advance('PT12M');
    expect(await read(tooLate.link)).toMatchObject({ status: 'expired' });
    expect((await tooLate.person.send(`${tooLate.link.url}/code`, code)).answer.status).toBe(410);
  });

  it('shows the confirmation to the browser that made it, and to others a used link', async () => {
    const link = await create({ platform: 'email' });
    const person = openBrowser();
    await person.send(`${link.url}/email`, GOOD);
    const done = `${link.url}/done`;
    expect((await person.visit(done)).html).toContain('is connected');
    const other = await openBrowser().visit(done);
    expect(other.headers.get('location')).toBe(`/connect/${link.link_id}`);
  });

  it('is not offered for an account that was removed since', async () => {
    const account_id = await sandbox.account({ email: 'gone@mail.example' });
    const link = await create({ account_id });
    await sandbox.call('DELETE', `/v2/accounts/${account_id}`);
    const { status, html } = await openBrowser().visit(link.url);
    expect([status, html.includes('no longer here')]).toEqual([410, true]);
  });
});

describe('an app_url of its own', () => {
  it('is where links lead, with its path, and its cookie is for HTTPS only', async () => {
    const other = await startSandbox({ app_url: 'https://connect.example/base/' });
    const { body } = await other.call('POST', '/v2/accounts/connect-link', { platform: 'email' });
    const { url, link_id } = body.data;
    expect(url).toBe(`https://connect.example/base/connect/${link_id}`);
    const response = await fetch(`${other.url}/connect/${link_id}`);
    expect(await response.text()).toContain(`action="/base/connect/${link_id}/email"`);
    expect(response.headers.get('set-cookie')).toMatch(/Path=\/base\/connect; HttpOnly; Secure; SameSite=Lax/);
    await other.close();
  });
});
