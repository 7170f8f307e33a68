import { describe, expect, it } from 'vitest';
import { isInMail, sendClass } from '../../src/v2/contract/actions/messages/send.ts';
import { ACTIONS, actionOf, type ChargeFacts, chargeOf, findAction } from '../../src/v2/contract/actions.ts';
import type { Platform } from '../../src/v2/contract/definition.ts';
import { paramNames } from '../../src/v2/contract/near-miss.ts';
import { validateParams } from '../../src/v2/contract/validate-params.ts';

function check(name: string, params: unknown, platform: Platform | null = 'professional') {
  const [category = '', action = ''] = name.split('/');
  const definition = findAction(category, action);
  if (!definition) throw new Error(`no action ${name}`);
  return validateParams(definition, params, platform);
}
const accepted = (name: string, params: unknown, platform?: Platform | null) => {
  const result = check(name, params, platform);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const refused = (name: string, params: unknown, platform?: Platform | null) => {
  const result = check(name, params, platform);
  return result.ok ? 'accepted' : result.error;
};

describe('the registry of actions', () => {
  it('finds every action under its own category and name', () => {
    for (const definition of ACTIONS) {
      expect(findAction(definition.category, definition.action)).toBe(definition);
      expect(definition.category).toBeTruthy();
    }
    expect(actionOf('messages', 'send').effect).toBe('send');
  });

  it('finds nothing for a name of another category or of an object', () => {
    expect(findAction('messages', 'invite')).toBeUndefined();
    expect(findAction('messages', 'constructor')).toBeUndefined();
    expect(findAction('toString', 'send')).toBeUndefined();
  });

  it('never repeats a send, and has nothing to reconcile for reads', () => {
    for (const { action, effect, reconciliation } of ACTIONS) {
      expect([action, effect === 'read'], action).toEqual([action, reconciliation.by === 'nothing']);
    }
    expect(findAction('messages', 'send')?.reconciliation.by).toBe('reading');
    expect(findAction('network', 'invite')?.reconciliation.by).toBe('reading');
  });

  it('knows the params of every action, of those with a transformed schema too', () => {
    expect(paramNames(actionOf('profiles', 'unlock'))).toEqual(['profile', 'profile_url']);
    expect(paramNames(actionOf('recruiter', 'get_posts'))).toContain('fetch_details');
  });
});

describe('count and offset', () => {
  it('default to 10 and 0', () => {
    expect(accepted('network/list_connections', {})).toEqual({ count: 10, offset: 0, use_cache: false });
    expect(accepted('network/list_connections', undefined)).toMatchObject({ count: 10 });
  });

  it('caps a count above 1000', () => {
    expect(accepted('network/list_connections', { count: 1001 })).toMatchObject({ count: 1000 });
    expect(accepted('messages/list_inbox', { count: 5000 })).toMatchObject({ count: 1000 });
  });

  it.each([0, -1, 1.5, '10', null])('refuses a count of %j', (count) => {
    expect(refused('network/list_connections', { count })).toMatch(/^params\.count: /);
  });

  it.each([-1, 0.5, '0'])('refuses an offset of %j', (offset) => {
    expect(refused('recruiter/get_candidates', { job_id: '1', offset })).toMatch(/^params\.offset: /);
  });
});

describe('params of the profile and network actions', () => {
  it('names a missing param', () => {
    expect(refused('network/check_invitation', {})).toBe('params.profile_url: is required');
    expect(refused('profiles/visit', { profile_url: '  ' })).toMatch(/^params\.profile_url: /);
    expect(refused('profiles/visit', { profile_url: 'not a profile' })).toMatch(/must be a profile URL/);
    expect(refused('profiles/visit', [])).toBe('params: must be an object');
  });

  it('needs a search parameter to search people; paging is none', () => {
    expect(refused('profiles/search_people', { count: 5 })).toMatch(/at least one search parameter/);
    expect(refused('profiles/search_people', { keyword: ' ', location: [] })).toMatch(/at least one search parameter/);
    expect(accepted('profiles/search_people', { keyword: 'engineer' })).toMatchObject({
      keyword: 'engineer',
      count: 10,
    });
  });

  it('takes a single value where a list is meant', () => {
    expect(accepted('profiles/search_people', { location: 'Paris', network: ['F', 'S'] })).toMatchObject({
      location: ['Paris'],
      network: ['F', 'S'],
    });
    expect(refused('profiles/search_people', { location: 5 })).toBe(
      'params.location: expected a string or an array of strings',
    );
    expect(refused('profiles/search_people', { network: 'X' })).toMatch(/^params\.network: /);
  });

  it('takes profile_url as an alias when unlocking', () => {
    expect(accepted('profiles/unlock', { profile_url: 'ada' })).toEqual({ profile: 'ada' });
    expect(accepted('profiles/unlock', { profile: 'grace', profile_url: 'ada' })).toEqual({ profile: 'grace' });
    expect(refused('profiles/unlock', {})).toBe('params.profile: is required');
  });

  it('limits the note of an invitation to 300 characters', () => {
    expect(accepted('network/invite', { profile_url: 'ada', message_text: 'x'.repeat(300) })).toBeTruthy();
    expect(refused('network/invite', { profile_url: 'ada', message_text: 'x'.repeat(301) })).toMatch(
      /^params\.message_text: /,
    );
  });

  it('withdraws by a numeric id only', () => {
    expect(accepted('network/withdraw', { invitation_id: '7012' })).toEqual({ invitation_id: 7012 });
    expect(refused('network/withdraw', { invitation_id: 'seven' })).toMatch(/numeric id/);
  });
});

describe('params of the recruiter actions', () => {
  it('turns the ratings text into a list and defaults to all', () => {
    expect(accepted('recruiter/get_candidates', { job_id: '9' })).toMatchObject({
      ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED', 'NOT_A_FIT'],
      sortType: 'RELEVANCE',
      sortOrder: 'DESCENDING',
    });
    expect(accepted('recruiter/get_candidates', { job_id: '9', ratings: 'MAYBE, GOOD_FIT' })).toMatchObject({
      ratings: ['MAYBE', 'GOOD_FIT'],
    });
    expect(refused('recruiter/get_candidates', { job_id: '9', ratings: 'GREAT' })).toMatch(/^params\.ratings/);
    expect(refused('recruiter/get_candidates', { job_id: '9', ratings: ',' })).toMatch(/^params\.ratings/);
    expect(refused('recruiter/get_candidates', {})).toBe('params.job_id: is required');
  });

  it('ignores paging and forces details when one job is asked for', () => {
    expect(accepted('recruiter/get_posts', { job_id: '9', count: 50, offset: 3, fetch_details: false })).toEqual({
      job_id: '9',
      count: 1,
      offset: 0,
      fetch_details: true,
    });
  });

  it.each([{ count: 0 }, { count: -5, offset: -1 }, { count: 'many', offset: 'far' }, { count: 1.5, offset: null }])(
    'finds nothing wrong with the paging %j that one job ignores',
    (paging) => {
      expect(accepted('recruiter/get_posts', { job_id: '9', ...paging })).toMatchObject({ count: 1, offset: 0 });
      expect(refused('recruiter/get_posts', paging)).toMatch(/^params\.(?:count|offset): /);
      expect(refused('recruiter/get_posts', { job_id: ' ', ...paging })).toMatch(/^params\./);
    },
  );
});

describe('messages / send', () => {
  const link = 'https://files.example/a.pdf';

  it('needs text and a recipient on the professional channel', () => {
    expect(refused('messages/send', { profile_url: 'ada' })).toBe('params.message_text: is required');
    expect(refused('messages/send', { profile_url: 'ada', message_text: ' \n', media_link: link })).toBe(
      'params.message_text: is required',
    );
    expect(refused('messages/send', { message_text: 'Hello' })).toMatch(/^params\.profile_url: is required/);
    expect(accepted('messages/send', { message_text: 'Hello', recipient_urn: 'urn:1' })).toBeTruthy();
  });

  it('needs an address and a text or html for email', () => {
    expect(refused('messages/send', { message_text: 'Hello' }, 'email')).toBe('params.to: is required');
    expect(refused('messages/send', { to: 'ada@mail.example' }, 'email')).toMatch(/^params\.message_text: /);
    expect(accepted('messages/send', { to: 'ada@mail.example', html: '<p>Hello</p>' }, 'email')).toBeTruthy();
    expect(refused('messages/send', { to: 'ada', html: '<p>Hello</p>' }, 'email')).toBe(
      'params.to: must be an email address',
    );
  });

  it('needs a phone number and a text or a file for the messenger', () => {
    expect(refused('messages/send', { message_text: 'Hello' }, 'messenger')).toBe('params.phone_number: is required');
    expect(refused('messages/send', { phone_number: '+33612345678' }, 'messenger')).toMatch(/an attachment/);
    expect(
      accepted('messages/send', { phone_number: '+33 6 12 34 56 78', media_link: link }, 'messenger'),
    ).toMatchObject({
      phone_number: '+33612345678',
    });
    expect(refused('messages/send', { phone_number: '0612345678', message_text: 'Hello' }, 'messenger')).toMatch(
      /international format/,
    );
  });

  it('takes cc and bcc as text or as a list', () => {
    const mail = { to: 'ada@mail.example', message_text: 'Hello' };
    expect(
      accepted('messages/send', { ...mail, cc: 'a@x.example, b@x.example', bcc: ['c@x.example'] }, 'email'),
    ).toMatchObject({ cc: ['a@x.example', 'b@x.example'], bcc: ['c@x.example'] });
    expect(refused('messages/send', { ...mail, cc: 'nobody' }, 'email')).toMatch(/^params\.cc/);
  });

  it('refuses other headers than X- ones and line breaks in any header', () => {
    const mail = { to: 'ada@mail.example', message_text: 'Hello' };
    const withHeaders = (custom_headers: unknown) => refused('messages/send', { ...mail, custom_headers }, 'email');
    expect(withHeaders({ 'X-Overture-Intent': 'a/b/1', 'List-Unsubscribe': '<https://u.example>' })).toBe('accepted');
    expect(withHeaders({ [`X-${'a'.repeat(100)}`]: 'a' })).toMatch(/^params\.custom_headers/);
    expect(withHeaders({ 'List-Unsubscribe': `<https://x.example/${'a'.repeat(1000)}>` })).toMatch(
      /^params\.custom_headers: a word of List-Unsubscribe/,
    );
    expect(withHeaders({ Bcc: 'other@x.example' })).toMatch(/^params\.custom_headers/);
    expect(withHeaders({ 'X-Note\r\nBcc': 'other@x.example' })).toMatch(/^params\.custom_headers/);
    expect(withHeaders({ 'X-Note': 'a\r\nBcc: other@x.example' })).toMatch(/^params\.custom_headers/);
    expect(refused('messages/send', { ...mail, subject: 'Hi\r\nBcc: other@x.example' }, 'email')).toMatch(
      /^params\.subject/,
    );
  });

  it('takes up to ten files, counting one of the single-file params', () => {
    const message = { profile_url: 'ada', message_text: 'Hello' };
    const links = (n: number) => Array.from({ length: n }, () => link);
    expect(
      accepted('messages/send', { ...message, media_link: link, media_path: '/a', media_links: links(9) }),
    ).toBeTruthy();
    expect(refused('messages/send', { ...message, media_link: link, media_links: links(10) })).toMatch(
      /at most 10 files/,
    );
  });

  it('takes base64 only, however large', () => {
    const withFile = (data: string) =>
      refused('messages/send', { profile_url: 'ada', message_text: 'Hello', media_file: { data, filename: 'a.pdf' } });
    expect(withFile('aGVsbG8=')).toBe('accepted');
    expect(withFile('A'.repeat(16 * 1024 * 1024))).toBe('accepted');
    for (const bad of ['', 'aGVsbG8', 'aGV$bG8=', 'a=Vs', '===='])
      expect(withFile(bad), bad).toMatch(/^params\.media_file/);
    expect(refused('messages/send', { profile_url: 'ada', message_text: 'x', media_file: { data: 'aGVsbG8=' } })).toBe(
      'params.media_file.filename: is required',
    );
  });

  it('is an InMail by flag or by reference, never by a subject alone', () => {
    expect(isInMail({ inmail: true })).toBe(true);
    expect(isInMail({ recipient_urn: 'urn:1' })).toBe(true);
    const params = actionOf('messages', 'send').params;
    expect(sendClass('professional', params.parse({ subject: 'Hello' }))).toBe('message');
    expect(sendClass('professional', params.parse({ inmail: true }))).toBe('inmail');
    expect(sendClass('email', params.parse({ inmail: true }))).toBe('email');
  });
});

describe('a key that nearly is a param', () => {
  it.each([
    ['inMail', 'inmail'],
    ['profileUrl', 'profile_url'],
    ['in_mail', 'inmail'],
    ['mesage_text', 'message_text'],
    ['recpient_urn', 'recipient_urn'],
    ['sujbect', 'subject'],
    ['Subject', 'subject'],
    ['linkedin_url', 'profile_url'],
    ['message', 'message_text'],
  ])('%s is refused with the name that was meant', (key, meant) => {
    expect(refused('messages/send', { profile_url: 'ada', message_text: 'Hello', [key]: 'x' })).toBe(
      `params.${key}: unknown, did you mean ${meant}?`,
    );
  });

  it('is ignored when it is like nothing known, and in reads', () => {
    const message = { profile_url: 'ada', message_text: 'Hello' };
    expect(
      accepted('messages/send', { ...message, note: 1, priority: 2, account_id: 'acc_1', tp: 3 }),
    ).not.toHaveProperty('note');
    expect(accepted('network/check_invitation', { profile_url: 'ada', profileUrl: 'grace' })).toEqual({
      profile_url: 'ada',
    });
  });
});

describe('charges', () => {
  const charge = (name: string, facts?: ChargeFacts) => {
    const [category = '', action = ''] = name.split('/');
    const definition = findAction(category, action);
    if (!definition) throw new Error(`no action ${name}`);
    return chargeOf(definition, facts);
  };

  it.each<[string, ChargeFacts | undefined, number]>([
    ['profiles/visit', undefined, 1],
    ['profiles/search_people', { results: 0 }, 0],
    ['profiles/search_people', { results: 1 }, 1],
    ['profiles/search_people', { results: 10 }, 1],
    ['profiles/search_people', { results: 25 }, 3],
    ['network/list_connections', { results: 50 }, 1],
    ['network/list_connections', { results: 51 }, 2],
    ['network/list_connections', { results: 500, from_cache: true }, 0],
    ['network/list_connections', { results: 500, params: { use_cache: true } }, 0],
    ['network/list_invitations', { results: 101 }, 3],
    ['network/check_connection', undefined, 0],
    ['network/check_invitation', undefined, 1],
    ['messages/send', undefined, 1],
    ['messages/send', { media: true }, 2],
    ['messages/send', { inmail: true }, 0],
    ['messages/send', { params: { inmail: true }, media: true }, 0],
    ['messages/send', { params: { recipient_urn: 'urn:1' } }, 0],
    ['profiles/unlock', undefined, 1],
    ['profiles/unlock', { repeated: true }, 0],
    ['profiles/visit', { repeated: true }, 1],
    ['recruiter/get_cv', undefined, 1],
    ['recruiter/get_candidates', { results: 1000 }, 100],
    ['balance/get', undefined, 1],
    ['enrich/find_email', undefined, 1],
  ])('%s with %j costs %d', (name, facts, credits) => {
    expect(charge(name, facts)).toBe(credits);
  });
});
