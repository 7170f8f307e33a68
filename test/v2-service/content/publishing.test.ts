import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (filename: string) => ({ data: PNG.toString('base64'), filename });

let sandbox: Sandbox;
let account: string;
let server: Server;
let files: string;
let media_folder: string;
beforeAll(async () => {
  media_folder = mkdtempSync(join(tmpdir(), 'content-media-'));
  writeFileSync(join(media_folder, 'stored.png'), PNG);
  server = createServer((request, response) => {
    const found = request.url?.endsWith('.png');
    response.writeHead(found ? 200 : 404, { 'content-type': 'image/png' }).end(found ? PNG : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  files = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox = await startSandbox({ media_folder });
  account = await sandbox.account({ name: 'Anna Keller' });
});
afterAll(async () => {
  await sandbox.close();
  server.close();
  rmSync(media_folder, { recursive: true });
});

const act = (action: string, params: object) => sandbox.act('content', account, action, params);
const refusal = (action: string, params: object) => sandbox.refusal('content', account, action, params);
const find = async (keyword: string) => (await act('search', { keyword, count: 1000 })).posts;
const charge = async (action: string, params: object) => {
  const { body } = await sandbox.call('POST', '/v2/content', { account_id: account, action, params });
  return body.metadata.credits_consumed;
};
const images = async (text: string) => (await find(text))[0].post_images;

describe('publishing a post', () => {
  it('makes one that is found at once, in the name of the account [content/create] [content/create.message_text]', async () => {
    const made = await act('create', { message_text: 'Hello from the platypus 🐎' });
    expect(made).toEqual({
      post_url: expect.stringMatching(/^https:\/\/professional\.example\/feed\/update\/urn:share:\d+$/),
      backend_urn: expect.stringMatching(/^urn:activity:\d+$/),
    });
    const me = await sandbox.act('profiles', account, 'get_me');
    const [post, ...others] = await find('platypus');
    expect(others).toEqual([]);
    expect(post).toEqual({
      backend_urn: made.backend_urn,
      shareUrl: made.post_url,
      text: 'Hello from the platypus 🐎',
      numLikes: 0,
      numComments: 0,
      numShares: 0,
      actor_name: 'Anna Keller',
      actor_description: me.headline,
      actor_image: me.profile_picture,
      actor_profile_url: me.profile_url,
      created_time: expect.any(Number),
      post_images: [],
      shareAudience: 'PUBLIC',
    });
    expect(Math.abs(sandbox.service.clock.now() / 1000 - post.created_time)).toBeLessThan(60);
  });

  it('takes one file, however it is given [content/create.media_link] [content/create.media_file] [content/create.media_path]', async () => {
    await act('create', { message_text: 'linked wombat', media_link: `${files}/one.png` });
    expect(await images('linked wombat')).toEqual([expect.stringMatching(/^https:.*\/one\.png$/)]);
    await act('create', { message_text: 'sent wombat', media_file: picture('two.png') });
    expect(await images('sent wombat')).toEqual([expect.stringMatching(/\/two\.png$/)]);
    await act('create', { message_text: 'stored wombat', media_path: 'stored.png' });
    expect(await images('stored wombat')).toEqual([expect.stringMatching(/\/stored\.png$/)]);
    expect(await find('wombat')).toHaveLength(3);
    expect((await act('search', { keyword: 'wombat', post_type: 'IMAGES' })).posts).toHaveLength(3);
  });

  it('takes several files, up to ten, and none that cannot be had [content/create.media_links] [content/create.media_files]', async () => {
    await act('create', {
      message_text: 'many wallabies',
      media_link: `${files}/a.png`,
      media_links: [`${files}/b.png`],
      media_files: [picture('c.png'), { data: Buffer.from('notes').toString('base64'), filename: 'notes.txt' }],
    });
    const names = (await images('many wallabies')).map((url: string) => url.split('/').at(-1));
    expect(names).toEqual(['a.png', 'b.png', 'c.png']);
    const eleven = Array.from({ length: 11 }, (_, number) => picture(`${number}.png`));
    expect(await refusal('create', { message_text: 'too many', media_files: eleven })).toBe('INVALID_PARAMS');
    expect(await refusal('create', { message_text: 'gone', media_link: `${files}/gone` })).toBe('INVALID_PARAMS');
    expect(await refusal('create', { message_text: 'out', media_path: '../../etc/passwd' })).toBe('INVALID_PARAMS');
    expect(await find('too many')).toEqual([]);
  });

  it('needs a text or a file, and nearly right names are refused', async () => {
    expect(await refusal('create', {})).toBe('INVALID_PARAMS');
    expect(await refusal('create', { message_text: '  ' })).toBe('INVALID_PARAMS');
    expect(await refusal('create', { message: 'V1 name' })).toBe('INVALID_PARAMS');
    await act('create', { media_file: picture('alone.png') });
  });

  it('is for everybody, or for connections [content/create.visibility]', async () => {
    await act('create', { message_text: 'quokka for connections', visibility: 'CONNECTIONS' });
    expect(await find('quokka')).toMatchObject([{ shareAudience: 'CONNECTIONS' }]);
    expect(await refusal('create', { message_text: 'x', visibility: 'NOBODY' })).toBe('INVALID_PARAMS');
  });

  it('costs a credit, with media too, and nothing when refused [credits#1]', async () => {
    expect(await charge('create', { message_text: 'paid' })).toBe(1);
    expect(await charge('create', { message_text: 'paid', media_file: picture('x.png') })).toBe(1);
    expect(await charge('create', {})).toBe(0);
  });

  it('happens once for one Idempotency-Key', async () => {
    const body = { account_id: account, action: 'create', params: { message_text: 'only one numbat' } };
    const send = async () => {
      const response = await fetch(`${sandbox.url}/v2/content`, {
        method: 'POST',
        headers: { 'x-api-key': sandbox.key, 'content-type': 'application/json', 'idempotency-key': 'numbat' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { data: unknown };
    };
    expect((await send()).data).toEqual((await send()).data);
    expect(await find('only one numbat')).toHaveLength(1);
  });

  it('is for professional accounts alone', async () => {
    const mailbox = await sandbox.account({ platform: 'email' });
    expect(await sandbox.refusal('content', mailbox, 'create', { message_text: 'x' })).toBe('INVALID_PARAMS');
  });
});

describe("publishing in a page's name", () => {
  it('makes a post of the page [content/create_company] [content/create_company.company_url] [content/create_company.message_text] [content/create_company.visibility]', async () => {
    const [company] = (await sandbox.act('profiles', account, 'search_companies', { count: 1 })).companies;
    const params = { company_url: company.company_url, message_text: 'We, the bandicoots', visibility: 'PUBLIC' };
    const made = await act('create_company', params);
    expect(await find('bandicoots')).toMatchObject([
      {
        shareUrl: made.post_url,
        backend_urn: made.backend_urn,
        actor_name: company.name,
        actor_profile_url: company.company_url,
        actor_description: company.industry,
        shareAudience: 'PUBLIC',
      },
    ]);
    const ofPage = await act('search', { company_url: company.company_url });
    expect(ofPage.posts[0]).toMatchObject({ text: 'We, the bandicoots' });
    const bare = company.company_url.split('/').at(-1);
    await act('create_company', { company_url: bare, message_text: 'By its name alone' });
  });

  it('takes media as other posts do [content/create_company.media_link] [content/create_company.media_file] [content/create_company.media_path] [content/create_company.media_links] [content/create_company.media_files]', async () => {
    const [{ company_url }] = (await sandbox.act('profiles', account, 'search_companies', { count: 1 })).companies;
    const given = [
      { media_link: `${files}/1.png` },
      { media_file: picture('2.png') },
      { media_path: 'stored.png' },
      { media_links: [`${files}/4.png`, `${files}/5.png`] },
      { media_files: [picture('6.png'), picture('7.png')] },
    ];
    for (const [number, media] of given.entries()) {
      await act('create_company', { company_url, message_text: `page potoroo ${number}`, ...media });
    }
    const counts = await Promise.all(given.map(async (_, number) => (await images(`page potoroo ${number}`)).length));
    expect(counts).toEqual([1, 1, 1, 2, 2]);
  });

  it('needs a page that is there, and something to say', async () => {
    const gone = 'https://professional.example/company/not-there';
    expect(await refusal('create_company', { company_url: gone, message_text: 'x' })).toBe('INVALID_PARAMS');
    expect(await refusal('create_company', { message_text: 'x' })).toBe('INVALID_PARAMS');
    const [{ company_url }] = (await sandbox.act('profiles', account, 'search_companies', { count: 1 })).companies;
    expect(await refusal('create_company', { company_url })).toBe('INVALID_PARAMS');
    expect(await charge('create_company', { company_url, message_text: 'paid' })).toBe(1);
  });
});

describe('sharing a post again', () => {
  it('makes a post of the account and counts as a share [content/repost] [content/repost.post_url] [content/repost.message_text]', async () => {
    const { slug } = await sandbox.person();
    const original = await sandbox.control('POST', '/posts', { public_identifier: slug, text: 'an original dingo' });
    const plain = await act('repost', { post_url: original.post_url });
    const commented = await act('repost', { post_url: original.backend_urn, message_text: 'Look at this bilby' });
    expect(new Set([plain.post_url, commented.post_url, original.post_url]).size).toBe(3);
    expect(await find('bilby')).toMatchObject([{ shareUrl: commented.post_url, actor_name: 'Anna Keller' }]);
    expect(await find('dingo')).toMatchObject([
      { shareUrl: plain.post_url, actor_name: 'Anna Keller', numShares: 0 },
      { shareUrl: original.post_url, numShares: 2 },
    ]);
    expect(await refusal('repost', { post_url: 'urn:activity:123456789' })).toBe('INVALID_PARAMS');
    expect(await refusal('repost', {})).toBe('INVALID_PARAMS');
    expect(await charge('repost', { post_url: original.post_url })).toBe(1);
  });
});

describe('the posts of an owner', () => {
  it('are not there for another owner', async () => {
    const { post_url } = await act('create', { message_text: 'a secret echidna' });
    const { api_key } = await sandbox.control('POST', '/users', {});
    const { account_id } = (await sandbox.call('POST', '/sandbox/accounts', {}, api_key)).body;
    const call = (action: string, params: object) =>
      sandbox.call('POST', '/v2/content', { account_id, action, params }, api_key);
    expect((await call('search', { keyword: 'echidna' })).body.data.posts).toEqual([]);
    expect((await call('like', { post_url })).status).toBe(400);
  });

  it('go with a reset', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const call = async (action: string, params: object) => {
      const { account_id } = (await sandbox.call('POST', '/sandbox/accounts', {}, api_key)).body;
      return (await sandbox.call('POST', '/v2/content', { account_id, action, params }, api_key)).body.data;
    };
    await call('create', { message_text: 'a passing kowari' });
    expect((await sandbox.call('POST', '/sandbox/reset', { seed: 1 }, api_key)).status).toBe(200);
    expect((await call('search', { keyword: 'kowari' })).posts).toEqual([]);
    expect((await call('search', { keyword: 'hiring' })).total_available_results).toBeGreaterThan(10);
  });
});
