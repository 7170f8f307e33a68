import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account({ name: 'Sam Recruiter', email: 'sam@agency.example' });
});
afterAll(() => sandbox.close());

const profiles = (action: string, params: object, of = account) =>
  sandbox.call('POST', '/v2/profiles', { account_id: of, action, params });

describe('get_me', () => {
  it('is the profile of the account itself, the same each time, for 1 credit [profiles/get_me]', async () => {
    const { body } = await profiles('get_me', {});
    expect(body.metadata).toMatchObject({ action: 'get_me', account_id: account, credits_consumed: 1 });
    expect(body.data).toMatchObject({ full_name: 'Sam Recruiter', degree: null, connected: false, premium: true });
    expect((await profiles('get_me', {})).body.data).toEqual(body.data);
    const other = await sandbox.account({ name: 'Sam Recruiter' });
    expect((await profiles('get_me', {}, other)).body.data.public_identifier).not.toBe(body.data.public_identifier);
  });
});

describe('get', () => {
  it('gives every field of the profile, as the account sees it [profiles/get record/profile.*]', async () => {
    const experiences = [
      {
        title: 'Engineer',
        company: 'Quillworks',
        company_url: 'https://professional.example/company/quillworks',
        date_range: '03/2020 - Present',
        description: 'Builds quills',
      },
    ];
    const given = {
      first_name: 'Ada',
      last_name: 'Quill',
      headline: 'Engineer of quills',
      location: 'Lyon, France',
      industry: 'Stationery',
      summary: 'Writes by hand.',
      open_profile: true,
      premium: true,
      degree: 3,
      experiences,
      profile_picture: 'https://media.professional.example/ada.jpg',
    };
    const person = await sandbox.person(given);
    const { body } = await profiles('get', { profile_url: person.url });
    expect(body.data).toEqual({
      ...given,
      full_name: 'Ada Quill',
      profile_url: person.url,
      profile_id_url: person.id_url,
      public_identifier: person.slug,
      member_urn: person.urn,
      connected: false,
    });
    expect(body.metadata.credits_consumed).toBe(1);
  });

  it('takes both forms of the URL, the slug and the urn, and refuses everybody else [profiles/get.profile_url]', async () => {
    const person = await sandbox.person();
    const bare = person.id_url.split('/').at(-1);
    for (const profile_url of [person.url, `${person.url}?trk=x`, person.id_url, bare, person.slug, person.urn]) {
      expect((await profiles('get', { profile_url })).body.data).toMatchObject({ public_identifier: person.slug });
    }
    const wrong = ['nobody-here', 'https://elsewhere.example/in/ada', 'https://professional.example/company/x', '%00'];
    for (const profile_url of [...wrong, 'https://professional.example/in/%00', 'a b', '']) {
      expect((await profiles('get', { profile_url })).body.error).toMatchObject({ code: 'INVALID_PARAMS' });
    }
    expect((await profiles('get', {})).body.error).toMatchObject({ code: 'INVALID_PARAMS' });
  });

  it('leaves no visit', async () => {
    const person = await sandbox.person();
    await sandbox.act('profiles', account, 'get', { profile_url: person.url });
    expect(await sandbox.received(person.slug)).toEqual([]);
  });
});

describe('visit', () => {
  it('reaches the person, once for each call [profiles/visit profiles/visit.profile_url]', async () => {
    const person = await sandbox.person({ degree: 3 });
    const { body } = await profiles('visit', { profile_url: person.id_url });
    expect(body.data).toEqual({
      visited: true,
      profile_url: person.url,
      profile_id_url: person.id_url,
      member_urn: person.urn,
      degree: 3,
    });
    expect(body.metadata.credits_consumed).toBe(1);
    expect(await sandbox.received(person.slug)).toMatchObject([{ kind: 'visit', account_id: account }]);
    expect((await profiles('visit', { profile_url: 'nobody-here' })).body.error.code).toBe('INVALID_PARAMS');
  });
});

describe('get_contact', () => {
  it('shows what a connection shares, and empty lists of anybody else [profiles/get_contact profiles/get_contact.profile_url]', async () => {
    const details = { email: 'ada@works.example', phone_number: '+33612345678', websites: ['https://ada.example'] };
    const friend = await sandbox.person({ ...details, degree: 1 });
    const stranger = await sandbox.person({ ...details, degree: 2 });
    const { body } = await profiles('get_contact', { profile_url: friend.url });
    expect(body.data).toEqual({
      emails: ['ada@works.example'],
      phones: ['+33612345678'],
      websites: ['https://ada.example'],
    });
    expect(body.metadata.credits_consumed).toBe(1);
    const hidden = { emails: [], phones: [], websites: [] };
    expect(await sandbox.act('profiles', account, 'get_contact', { profile_url: stranger.slug })).toEqual(hidden);
    await sandbox.act('network', account, 'invite', { profile_url: stranger.url });
    const accept = { account_id: account, do: 'accept_invitation' };
    await sandbox.control('POST', `/people/${stranger.slug}/act`, accept);
    expect(await sandbox.act('profiles', account, 'get_contact', { profile_url: stranger.url })).toEqual(body.data);
    expect((await profiles('get_contact', { profile_url: 'nobody-here' })).body.error.code).toBe('INVALID_PARAMS');
  });

  it('of oneself is what the account says', async () => {
    const me = await sandbox.act('profiles', account, 'get_me');
    expect(await sandbox.act('profiles', account, 'get_contact', { profile_url: me.profile_url })).toMatchObject({
      emails: ['sam@agency.example'],
    });
  });
});

describe('search_companies', () => {
  it('finds by each filter, alone and together [profiles/search_companies profiles/search_companies.*]', async () => {
    const search = (params: object) => sandbox.act('profiles', account, 'search_companies', params);
    const all = await search({ count: 1000 });
    expect(all).toMatchObject({ total_results: 60, total_available_results: 60 });
    const [one] = all.companies;
    const named = await search({ keyword: one.name, location: one.headquarters, industry: [one.industry] });
    expect(named.companies).toEqual([one]);
    const large = await search({ company_size: ['5001-10000'], count: 1000 });
    expect(new Set(large.companies.map((each: { size: string }) => each.size))).toEqual(new Set(['5001-10000']));
    const energy = await search({ sector: 'energy', count: 1000 });
    expect(new Set(energy.companies.map((each: { industry: string }) => each.industry))).toEqual(new Set(['Energy']));
    expect((await search({ keyword: 'no such company' })).companies).toEqual([]);
    const second = await search({ count: 5, offset: 5 });
    expect(second.companies).toEqual(all.companies.slice(5, 10));
    expect(second.pagination).toMatchObject({ offset: 5, next_offset: 10, results_per_page: 10, pages_fetched: 1 });
  });
});

describe('get_company', () => {
  it('opens a page by its URL or slug [profiles/get_company profiles/get_company.company_url record/company.*]', async () => {
    await sandbox.person({
      company: 'Quill & Sons',
      email: 'x@quill.example',
      industry: 'Stationery',
      location: 'Lyon',
    });
    const company = {
      name: 'Quill & Sons',
      company_url: 'https://professional.example/company/quill-sons',
      website: 'https://www.quill.example',
      domain: 'quill.example',
      industry: 'Stationery',
      size: '11-50',
      headquarters: 'Lyon',
      description: '',
    };
    const { body } = await profiles('get_company', { company_url: `${company.company_url}/about/` });
    expect(body).toMatchObject({ data: company, metadata: { credits_consumed: 1 } });
    expect(await sandbox.act('profiles', account, 'get_company', { company_url: 'quill-sons' })).toEqual(company);
    for (const company_url of ['no-such-company', 'https://elsewhere.example/company/quill-sons', '']) {
      expect((await profiles('get_company', { company_url })).body.error.code).toBe('INVALID_PARAMS');
    }
  });
});
