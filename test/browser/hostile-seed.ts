import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { closeBidi } from '../../src/shared/kit/close-bidi.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { addPlayedCampaign } from '../api/played-campaign.ts';
import { follow } from '../conversations/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import type { ConsoleBench } from './console-bench.ts';
import { mailInDoubt } from './console-seed.ts';

/** Names and texts that others have chosen, by what they are: what breaks a layout, a page, or the eyes of who reads it. */
export const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  'a script': '<script>globalThis.hostile = 1</script>',
  'an attribute': '"><img src=x onerror="globalThis.hostile=1">',
  'an address of a script': 'javascript:globalThis.hostile=1',
  'turned around, to the end of the page': 'Acme \u202Egnp.exe',
  'the end of what is around it': '\u2069\u202C\u2069 Acme \u202Efdp',
  'letters of the right': 'שלום עולם (חברה) 12',
  'of no width': 'A\u200Bd\u200Da\u2060 \uFEFF\u00ADLo\u200Evelace',
  'as long as it may be': 'Wolfeschlegelsteinhausenbergerdorff'.repeat(300),
  'as wide as it may be': 'W'.repeat(10_000),
  'a template': '{{ 7 | times: 7 }}{% include "x" %}',
  'a formula': `=cmd|'/C calc'!A0`,
  'two lines': 'Ada\nBcc: everybody@acme.example\r\n\r\nBody',
  'a family': '👩‍👩‍👧‍👦👨🏿‍🚀🏳️‍🌈'.repeat(8),
  'stacked marks': `Z${'\u0335\u0321\u0489\u034A'.repeat(60)}a${'\u0300'.repeat(200)}lgo`,
  'a prototype': '__proto__',
};

/** The ids of what the tests open to see all of these. */
export interface Hostile {
  readonly campaign_id: string;
  readonly lead_id: string;
  readonly enrollment_id: string;
  readonly conversation_id: string;
  readonly doubtful_id: string;
  readonly webhook_id: string;
}

const sequenceOf = (text: string): string => `sequence: hostile
senders: { professional: [acc_anna] }
limits: { messages: 20/day, invites: 20/day }
steps:
  - invite: Hello
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: ${JSON.stringify(text)}
    else:
      - end: unreachable
  - end: done
`;

/** Everything that has a name or a text, with each of these where it fits, cut to what is taken. */
export async function seedHostile(bench: ConsoleBench): Promise<Hostile> {
  const { db } = bench;
  const made = async (path: string, body: unknown) => {
    const answer = await bench.call('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const names = Object.values(HOSTILE_NAMES);
  const cut = (at: number, most: number): string =>
    [...(names[at % names.length] ?? '')].slice(0, most).join('').trim();
  const each = async (work: (at: number) => Promise<unknown>) => {
    for (const at of names.keys()) await work(at);
  };

  const published = await bench.call('POST', '/api/sequences', sequenceOf(names[3] ?? ''));
  if (published.status >= 300) throw new Error(JSON.stringify(published.body));
  await db.query(`update accounts set name = $1 where id = 'acc_anna'`, [names[3]]);
  await db.query(`update accounts set name = $1, email = 'anna@sender.example' where id = 'acc_mail'`, [names[8]]);

  const leads = names.map((name, at) => ({
    ...{ first_name: cut(at, 500), last_name: cut(at + 1, 500), company: cut(at + 2, 500), headline: cut(at + 3, 500) },
    ...{ location: cut(at + 4, 500), email: `hostile-${at}@acme.example` },
    vars: { note: name.slice(0, 2000), [`x_${at}`]: cut(at + 5, 500) },
    profile_url: profileOf(at),
  }));
  const { results } = await made('/api/enrollments/batch', { sequence: 'hostile', leads });
  const refused = results.filter(({ id }: { readonly id?: string }) => id === undefined);
  if (refused.length > 0) throw new Error(JSON.stringify(refused).slice(0, 2000));
  const enrollments: string[] = results.map(({ id }: { readonly id: string }) => id);
  await db.query(
    `update leads set tags = array[left(headline, 100)] where id in (select lead_id from enrollments where id = any($1))`,
    [enrollments],
  );
  const [enrollment_id = ''] = enrollments.slice(3);

  const campaigns: string[] = [];
  await each(async (at) => {
    const source = { leads: [{ profile_url: `${profileOf(at)}-of-campaign`, first_name: cut(at, 500) }] };
    const { id } = await made('/api/campaigns', { name: cut(at, 200), sequence: 'hostile', source });
    campaigns.push(id);
    await made(`/api/campaigns/${id}/pause`, { note: cut(at, 500) });
  });
  const [campaign_id = ''] = campaigns.slice(3);
  await db.query('update enrollments set campaign_id = $1 where id = any($2)', [campaign_id, enrollments]);
  // Which has results, arms and people at each of its steps.
  await addPlayedCampaign(bench, { people: 24 });
  await db.query(`update campaigns set name = $1 where id = 'cmp_played'`, [cut(3, 200)]);
  await db.query(`update leads set company = $1, first_name = $2 where id like 'lead_0%'`, [names[3], names[4]]);

  await each(async (at) => {
    await made('/api/labels', { name: `hostile_${at}`, title: cut(at, 100) });
    await made('/api/saved-answers', {
      name: `${at} ${cut(at, 90)}`,
      text: closeBidi(names[at]?.replaceAll(/[{%]/g, '') ?? '').slice(0, 5000),
    });
    await made('/api/suppressions', { email: `no-${at}@acme.example`, reason: cut(at, 500) });
    await made('/api/keys', { name: cut(at, 100), scopes: ['read'] });
    await made('/api/users', { email: `user-${at}@acme.example`, name: cut(at, 100), role: 'viewer' });
    await openTask(db, {
      ...{ id: newId('tsk'), enrollment_id: enrollments[at] ?? '', node: '1-invite', visit: 1, kind: 'task' as const },
      ...{ due_at: null, text: names[at] ?? '', preview: { to: names[at], text: names[at] }, request: null },
      created_at: new Date(bench.clock.now() + at),
    });
    await happens(bench, message(profileOf(at), { message_text: names[at] ?? '' }));
    await happens(bench, message(`https://professional.example/in/stranger-${at}`, { message_text: names[at] ?? '' }));
  });
  const url = `https://93.184.216.34/${'x'.repeat(1900)}`;
  const webhook = await made('/api/webhooks', { url, events: ['*'], description: cut(3, 200) });
  await happens(bench, mailInDoubt('hostile-5@acme.example'));
  await follow(bench);

  const leadOf = async (at: number): Promise<string> =>
    (await bench.call('GET', `/api/enrollments/${enrollments[at]}`)).body.lead_id;
  const conversationOf = async (id: string): Promise<string> =>
    (await bench.call('GET', `/api/conversations?lead_id=${id}`)).body.items[0].id;
  const lead_id = await leadOf(3);
  const conversation_id = await conversationOf(lead_id);
  await made(`/api/conversations/${conversation_id}/note`, { text: names[3] });
  await made(`/api/conversations/${conversation_id}/label`, { label: 'hostile_3' });
  return {
    ...{ campaign_id, lead_id, enrollment_id, conversation_id, webhook_id: webhook.id },
    doubtful_id: await conversationOf(await leadOf(5)),
  };
}

const profileOf = (at: number): string => `https://professional.example/in/hostile-${at}`;
