import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { LeadFields } from '../../src/language/plan/lead.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { receivedEvents } from '../../src/runtime/events/receive/received-event.ts';
import { insertEvents } from '../../src/runtime/store/events/insert-events.ts';
import { insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { ask, carryThrough, EMAIL, INMAIL, INVITE } from './bench.ts';
import { action, check, email, enrich, message } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let mailbox: string;
let phone: string;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: 'anna@mail.example' });
  phone = await bench.sender({ platform: 'messenger', phone_number: '+33611111111' });
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

const enrolled = async (
  nodes: readonly Node[],
  person: Record<string, unknown> = {},
  lead: LeadFields = {},
  plan = {},
) => {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', ...person });
  const sequence = await bench.sequence(nodes, plan);
  const senders = { professional: anna, email: mailbox, messenger: phone };
  const enrollment = await bench.enroll(sequence, { profile_url: made.url, first_name: 'Ada', ...lead }, senders);
  return { ...enrollment, made, received: () => bench.sandbox.received(made.slug) };
};
const perform = (enrollment: { id: string; lead_id: string }, node: string) =>
  carryThrough(bench, bench.activities(bench.v2), enrollment, node);
const leadOf = async (id: string) => {
  const { rows } = await bench.db.query('select * from leads where id = $1', [id]);
  return rows[0];
};
const branch = (test: string): Node => ({
  kind: 'if',
  id: 'if',
  test,
  on_error: { do: 'stop' },
  next: 'end',
  // biome-ignore lint/suspicious/noThenProperty: the edge of a plan's node.
  then: 'end',
  else: 'end',
});
const YES = { status: 'branch', to: 'then' };

describe('check', () => {
  it('learns that the lead is connected, for conditions and for the walk', async () => {
    const friend = await enrolled([check('connection'), branch('state.connected && state.degree == 1')], { degree: 1 });
    // The service keeps a copy of the connections of an account that is watched.
    await bench.sandbox.watch(anna);
    expect(await perform(friend, 'check')).toEqual({ status: 'done', facts: { connected: true } });
    expect(await perform(friend, 'if')).toEqual(YES);
    expect(await bench.titles(friend.id)).toContain('Ada is connected with Anna');
    expect(await bench.intent(friend.id)).toMatchObject({ credits: 0 });
  });

  it('verifies that somebody is not connected, once per person and day, for a credit', async () => {
    await bench.sandbox.watch(anna);
    const calls: string[] = [];
    const counting: StepClient = {
      listLogs: bench.v2.listLogs,
      perform: (definition, call) => {
        calls.push(definition.action);
        return bench.v2.perform(definition, call);
      },
    };
    const asked = async (enrollment: { id: string; lead_id: string }, visit = 1) => {
      calls.length = 0;
      const result = await bench.activities(counting).perform(ask(enrollment, 'check', 0, visit));
      return { result, calls: [...calls] };
    };
    const both = ['check_connection', 'check_invitation'];
    // Connected today, by hand: the copy was written before.
    const late = await enrolled([check('connection'), branch('state.connected')], { degree: 1 });
    const stale: StepClient = {
      listLogs: bench.v2.listLogs,
      perform: async (definition, call) =>
        definition.action === 'check_connection'
          ? { kind: 'success', data: { connected: false, cache_synced: true } as never, credits: 0, replayed: false }
          : bench.v2.perform(definition, call),
    };
    expect(await bench.activities(stale).perform(ask(late, 'check'))).toEqual({
      status: 'done',
      facts: { connected: true },
    });
    expect(await perform(late, 'if')).toEqual(YES);
    expect(await bench.intent(late.id)).toMatchObject({ action: 'check_invitation', credits: 1, state: 'done' });

    const stranger = await enrolled([check('connection')]);
    expect(await asked(stranger)).toMatchObject({ result: { status: 'done' }, calls: both });
    expect(await bench.titles(stranger.id)).toEqual([
      'Ada is not connected with Anna: no invitation to Ada is pending',
    ]);
    expect(await asked(stranger, 2)).toMatchObject({ result: { status: 'done' }, calls: ['check_connection'] });
    bench.travel(bench.clock.now() + 25 * 3_600_000);
    expect(await asked(stranger, 3)).toMatchObject({ result: { status: 'done' }, calls: both });
  });

  it('verifies within the credits of the sequence: in its slot, and a yes needs none', async () => {
    const limited = { limits: { credits: [{ count: 1, per: 'day' as const }] } };
    const [one, two] = [
      await enrolled([check('connection')], {}, {}, limited),
      await enrolled([check('connection')], {}, {}, limited),
    ];
    await bench.db.query(
      'update enrollments set sequence = (select sequence from enrollments where id = $1) where id = $2',
      [one.id, two.id],
    );
    expect(await bench.activities(bench.v2).perform(ask(one, 'check'))).toMatchObject({ status: 'done' });
    const waits = await bench.activities(bench.v2).perform(ask(two, 'check'));
    expect(waits).toMatchObject({ status: 'deferred', binding: { constraint: 'credits', count: 1 } });
    if (waits.status !== 'deferred') return;
    bench.travel(waits.until);
    expect(await bench.activities(bench.v2).perform(ask(two, 'check', 1))).toMatchObject({ status: 'done' });
    expect(await bench.intent(two.id)).toMatchObject({ action: 'check_invitation', credits: 1 });
    const friend = await enrolled(
      [check('connection')],
      { degree: 1 },
      {},
      { limits: { credits: [{ count: 0, per: 'day' as const }] } },
    );
    await bench.sandbox.watch(anna);
    expect(await bench.activities(bench.v2).perform(ask(friend, 'check'))).toEqual({
      status: 'done',
      facts: { connected: true },
    });
  });

  it('does not unlearn a connection that the stored copy has not heard of', async () => {
    const friend = await enrolled([check('connection'), branch('state.connected')]);
    await bench.db.query('update enrollments set accepted_at = now() where id = $1', [friend.id]);
    expect(await perform(friend, 'check')).toEqual({ status: 'done' });
    expect(await perform(friend, 'if')).toEqual(YES);
  });

  it('learns that an invitation is pending, was accepted, or is gone', async () => {
    const ada = await enrolled([check('invitation'), INVITE, branch('state.invited')]);
    expect(await perform(ada, 'check')).toEqual({ status: 'done', facts: { invited: false } });
    await bench.sandbox.act('network', anna, 'invite', { profile_url: ada.made.url });
    const again = (visit: number) => bench.activities(bench.v2).perform(ask(ada, 'check', 0, visit));
    expect(await again(2)).toEqual({ status: 'done', facts: { invited: true } });
    expect(await perform(ada, 'if')).toEqual(YES);
    const { rows } = await bench.db.query('select invitation_id from enrollments where id = $1', [ada.id]);
    expect(rows).toEqual([{ invitation_id: expect.stringMatching(/^\d+$/) }]);
    await bench.sandbox.act('network', anna, 'withdraw', { invitation_id: rows[0]?.invitation_id });
    expect(await again(3)).toEqual({ status: 'done', facts: { invited: false } });
    const friend = await enrolled([check('invitation')], { degree: 1 });
    expect(await perform(friend, 'check')).toEqual({ status: 'done', facts: { connected: true } });
  });

  it('of somebody whom the network does not know is not possible', async () => {
    const nobody = await enrolled([check('invitation')], {}, { profile_url: 'https://n.example/in/nobody-at-all' });
    expect(await perform(nobody, 'check')).toMatchObject({ status: 'impossible', code: 'INVALID_PARAMS' });
  });
});

describe('enrich: profile and contact', () => {
  it('fills what the lead lacks from the profile, and nothing else', async () => {
    const ada = await enrolled(
      [enrich('profile'), branch('state.premium')],
      {
        headline: 'Engineer at Acme',
        location: 'Lyon, France',
        premium: true,
        experiences: [{ title: 'Engineer', company: 'Acme', date_range: '01/2020 - Present' }],
      },
      { headline: 'Our own words', company: ' ' },
    );
    expect(await perform(ada, 'enrich')).toEqual({ status: 'done' });
    const filled = { last_name: 'Lovelace', headline: 'Our own words', company: 'Acme', country: 'FR' };
    expect(await leadOf(ada.lead_id)).toMatchObject({ ...filled, location: 'Lyon, France', premium: true });
    expect(await perform(ada, 'if')).toEqual(YES);
    const { rows } = await bench.db.query('select kind from identities where lead_id = $1 order by kind', [
      ada.lead_id,
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['profile_id', 'slug']);
    expect(await ada.received()).toEqual([]);
  });

  it('takes no company from work that has ended', async () => {
    const experiences = [{ title: 'Engineer', company: 'Acme', date_range: '01/2018 - 12/2019' }];
    const ada = await enrolled([enrich('profile')], { experiences });
    await perform(ada, 'enrich');
    expect(await leadOf(ada.lead_id)).toMatchObject({ company: null });
  });

  it('fills address and number from what a connection shares; a stranger shares nothing', async () => {
    const shared = { email: 'ada.shares@acme.example', phone_number: '+33622222222' };
    const friend = await enrolled([enrich('contact')], { ...shared, degree: 1 });
    expect(await perform(friend, 'enrich')).toEqual({ status: 'done' });
    expect(await leadOf(friend.lead_id)).toMatchObject(shared);
    const stranger = await enrolled([enrich('contact')], { email: 'hidden@acme.example' });
    expect(await perform(stranger, 'enrich')).toMatchObject({ status: 'impossible', code: 'CONTACT_NOT_FOUND' });
  });

  it('asks nothing for contact details that are known', async () => {
    const ada = await enrolled([enrich('contact')], {}, { email: 'a@acme.example', phone_number: '+33633333333' });
    expect(await perform(ada, 'enrich')).toEqual({ status: 'done' });
    expect(await bench.intent(ada.id)).toBeUndefined();
  });

  it('of a profile that is not there is not possible', async () => {
    const nobody = await enrolled([enrich('profile')], {}, { profile_url: 'https://n.example/in/nobody-at-all' });
    expect(await perform(nobody, 'enrich')).toMatchObject({ status: 'impossible', code: 'INVALID_PARAMS' });
  });
});

describe('action', () => {
  it('saves its answer for the texts and conditions after it', async () => {
    const ada = await enrolled(
      [
        action('profiles.get', {
          side_effect: 'read',
          params: { profile_url: '{{ profile_url }}' },
          save_as: 'profile',
        }),
        message({ text: 'About {{ profile.headline }} and {{ profile.experiences.size }} jobs' }),
        branch('vars.profile.degree == 1 && vars.profile.first_name == "Ada"'),
      ],
      { degree: 1, headline: 'Analyst' },
    );
    expect(await perform(ada, 'action')).toEqual({ status: 'done' });
    expect(await perform(ada, 'if')).toEqual(YES);
    expect(await perform(ada, 'message')).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([{ kind: 'message', text: 'About Analyst and 0 jobs' }]);
    expect(await bench.titles(ada.id)).toContain('Performed profiles / get from Anna');
  });

  it('refuses to show a whole answer in a text', async () => {
    const ada = await enrolled(
      [
        action('profiles.get', {
          side_effect: 'read',
          params: { profile_url: '{{ profile_url }}' },
          save_as: 'profile',
        }),
        message({ text: 'About {{ profile }}' }),
      ],
      { degree: 1 },
    );
    await perform(ada, 'action');
    expect(await perform(ada, 'message')).toMatchObject({ status: 'failed', code: 'BAD_TEMPLATE' });
    expect(await ada.received()).toEqual([]);
  });

  it('renders every text in its params, however deep', async () => {
    const ada = await enrolled(
      [
        action('messages.send', {
          side_effect: 'send',
          channel: 'email',
          limit_class: 'email',
          params: {
            to: '{{ email }}',
            subject: 'For {{ first_name }}',
            message_text: 'Dear {{ first_name }}',
            cc: ['{{ first_name | downcase }}.two@acme.example'],
            custom_headers: { 'X-Team': '{{ team }}' },
          },
        }),
      ],
      { email: 'ada.action@acme.example' },
      { email: 'ada.action@acme.example' },
      { vars: { team: 'Platform' } },
    );
    expect(await perform(ada, 'action')).toEqual({ status: 'done' });
    const [mail] = await ada.received();
    expect(mail).toMatchObject({ subject: 'For Ada', headers: { 'X-Team': 'Platform' } });
    expect(JSON.stringify(mail.headers)).toContain(`${ada.id}/action/1`);
    expect(await bench.sandbox.received('ada.two@acme.example')).toHaveLength(1);
  });

  it("fails with the service's own message where its params are wrong", async () => {
    const params = { profile_url: 'no profile at all' };
    const ada = await enrolled([action('network.check_invitation', { side_effect: 'read', params })]);
    const result = await perform(ada, 'action');
    expect(result).toMatchObject({ status: 'failed', code: 'INVALID_PARAMS' });
    expect(result).toMatchObject({ text: expect.stringContaining('profile_url') });
  });

  it('takes else where the network refuses, and does not take its own account of somebody for the lead', async () => {
    const send = { side_effect: 'send', limit_class: 'message' } as const;
    const params = { profile_url: '{{ profile_url }}', message_text: 'Hello' };
    const stranger = await enrolled([action('messages.send', { ...send, params })]);
    expect(await perform(stranger, 'action')).toMatchObject({ status: 'impossible', code: 'NOT_CONNECTED' });
    const friend = await bench.sandbox.person({ degree: 1 });
    const invite = { side_effect: 'send', limit_class: 'invite', params: { profile_url: friend.url } } as const;
    const ada = await enrolled([action('network.invite', invite), branch('state.connected')]);
    expect(await perform(ada, 'action')).toEqual({ status: 'done' });
    expect(await perform(ada, 'if')).toEqual({ status: 'branch', to: 'else' });
  });
});

describe('message', () => {
  const FILE = { data: Buffer.from('hello').toString('base64'), name: 'for-{{ first_name }}.txt' };

  it('carries files, and is charged as the service charges it', async () => {
    const friend = await enrolled([message({ text: 'See this', media: [FILE] })], { degree: 1 });
    expect(await perform(friend, 'message')).toEqual({ status: 'done' });
    expect(await friend.received()).toMatchObject([{ attachments: [{ name: 'for-Ada.txt', size: 5 }] }]);
    expect(await bench.intent(friend.id)).toMatchObject({ credits: 2 });
  });

  it('hands links and one path on to the service, and refuses more than one path', async () => {
    const media = [{ link: 'https://files.example/{{ first_name }}.pdf' }, { path: 'cv.pdf' }];
    const friend = await enrolled([message({ text: 'See this', media })], { degree: 1 });
    expect(await perform(friend, 'message')).toMatchObject({ status: 'failed', code: 'INVALID_PARAMS' });
    expect(await bench.intent(friend.id)).toMatchObject({
      request: { params: { media_links: ['https://files.example/Ada.pdf'], media_path: 'cv.pdf' } },
    });
    const two = await enrolled([message({ text: 'See', media: [{ path: 'a' }, { path: 'b' }] })], { degree: 1 });
    expect(await perform(two, 'message')).toMatchObject({ status: 'failed', code: 'TOO_MANY_PATHS' });
  });

  it('reaches a phone on the messenger, also with a file alone', async () => {
    const ada = await enrolled(
      [message({ channel: 'messenger', media: [FILE] })],
      { phone_number: '+33644444444' },
      { phone_number: '+33 6 44 44 44 44' },
    );
    expect(await perform(ada, 'message')).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([{ kind: 'messenger', attachments: [{ name: 'for-Ada.txt' }] }]);
  });

  it('takes else where the number is on no messenger, or there is none', async () => {
    const node = message({ channel: 'messenger', text: 'Hello' });
    const elsewhere = await enrolled([node], {}, { phone_number: '+33655555555' });
    expect(await perform(elsewhere, 'message')).toMatchObject({ status: 'impossible', code: 'NOT_ON_MESSENGER' });
    const without = await enrolled([node]);
    expect(await perform(without, 'message')).toMatchObject({ status: 'impossible', code: 'NO_PHONE_NUMBER' });
  });

  it('quotes what the lead wrote last', async () => {
    const number = '+33666666666';
    const ada = await enrolled(
      [message({ channel: 'messenger', text: 'Yes, gladly', quote: true })],
      { phone_number: number },
      { phone_number: number },
      { stop_on: [] },
    );
    await bench.sandbox.watch(phone);
    for (const text of ['Hello?', 'Are you there?']) {
      const act = { account_id: phone, do: 'reply', channel: 'messenger', text };
      await bench.sandbox.control('POST', `/people/${ada.made.slug}/act`, act);
    }
    const { rows } = await bench.sandbox.service.db.query<{ envelope: string }>(
      'select envelope from events where account_id = $1',
      [phone],
    );
    const origin = { account_id: phone, platform: 'messenger' };
    const events = rows
      .flatMap(({ envelope }) => receivedEvents(envelope, origin, bench.clock.now()))
      .map(({ row }) => row);
    await insertEvents(bench.db, events);
    await dispatchEvents({ db: bench.db, clock: bench.clock, onError: (error) => Promise.reject(error) });
    expect(await perform(ada, 'message')).toEqual({ status: 'done' });
    const [chat] = (await bench.sandbox.act('messages', phone, 'list_inbox')).conversations;
    const { messages } = await bench.sandbox.act('messages', phone, 'get_conversation', {
      conversation_id: chat.conversation_id,
    });
    expect(messages[0]).toMatchObject({ text: 'Yes, gladly', quoted_message_id: messages[1].message_id });
    expect(messages[1]).toMatchObject({ text: 'Are you there?' });
  });

  it('of an InMail carries files too', async () => {
    const ada = await enrolled([{ ...INMAIL, media: [FILE] } as Node]);
    expect(await perform(ada, 'inmail')).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([{ kind: 'inmail', attachments: [{ name: 'for-Ada.txt' }] }]);
  });
});

describe('email', () => {
  const known = (name: string) => ({ email: `${name}@acme.example` });

  it('goes to whom the step says, with copies, its own headers, a reply address and files', async () => {
    const ada = await enrolled(
      [
        email({
          subject: 'Hello',
          to: 'office+{{ first_name | downcase }}@acme.example',
          cc: ['cc.one@acme.example', '{{ vars.second }}'],
          bcc: ['bcc.one@acme.example'],
          reply_to: 'answers@mail.example',
          headers: { 'X-Team': '{{ team }}' },
          media: [{ data: Buffer.from('cv').toString('base64'), name: 'cv.txt' }],
        }),
      ],
      known('ada.own'),
      known('ada.own'),
      { vars: { team: 'Platform', second: '' } },
    );
    expect(await perform(ada, 'email')).toEqual({ status: 'done' });
    expect(await ada.received()).toEqual([]);
    const [mail] = await bench.sandbox.received('office+ada@acme.example');
    expect(mail).toMatchObject({ attachments: [{ name: 'cv.txt' }], headers: { 'X-Team': 'Platform' } });
    expect(JSON.stringify(mail.headers)).toContain('answers@mail.example');
    for (const copy of ['cc.one@acme.example', 'bcc.one@acme.example']) {
      expect(await bench.sandbox.received(copy)).toHaveLength(1);
    }
  });

  it("answers the enrollment's last mail in its thread", async () => {
    const ada = await enrolled([EMAIL, { ...email({ thread: true }), id: 'again' }], known('ada.t'), known('ada.t'));
    await perform(ada, 'email');
    expect(await perform(ada, 'again')).toEqual({ status: 'done' });
    const [first, second] = await ada.received();
    expect(second).toMatchObject({ subject: 'Re: A job' });
    const id = first.headers['Message-ID'] ?? first.headers['message-id'];
    expect(JSON.stringify(second.headers)).toContain(String(id).replace(/[<>]/g, ''));
  });

  it('puts blanks for line breaks in a header, so that none begins in another one', async () => {
    const lead = { ...known('ada.broken'), headline: 'Platform\r\nBcc: all@x.example' };
    const node = email({ subject: '{{ headline }}', headers: { 'X-Team': '{{ headline }}' } });
    const ada = await enrolled([node], { email: lead.email }, lead);
    expect(await perform(ada, 'email')).toEqual({ status: 'done' });
    expect((await ada.received())[0]).toMatchObject({
      ...{ subject: 'Platform Bcc: all@x.example', headers: { 'X-Team': 'Platform Bcc: all@x.example' } },
    });
    expect(await bench.sandbox.received('all@x.example')).toEqual([]);
  });

  it('is not sent where a copy goes to what is no address, for a line break in it', async () => {
    const lead = { ...known('ada.copies'), headline: 'a@x.example\r\nBcc: all@x.example' };
    for (const node of [
      email({ subject: 'Hello', cc: ['{{ headline }}'] }),
      email({ subject: 'Hello', reply_to: '{{ headline }}' }),
    ]) {
      const ada = await enrolled([node], {}, lead);
      expect(await perform(ada, 'email')).toMatchObject({ status: 'failed', code: 'BAD_ADDRESS' });
    }
    expect(await bench.sandbox.received('all@x.example')).toEqual([]);
  });

  it('refuses headers that are not its own', async () => {
    const bad = [
      email({ subject: 'Hello', headers: { 'X-Overture-Intent': 'mine' } }),
      email({ subject: 'Hello', headers: { Bcc: 'all@x.example' } }),
    ];
    for (const node of bad) {
      const ada = await enrolled([node], {}, known('ada.bad'));
      expect(await perform(ada, 'email')).toMatchObject({ status: 'failed', code: 'BAD_HEADER' });
    }
    expect(await bench.sandbox.received('all@x.example')).toEqual([]);
  });

  it('goes to nobody on the do-not-contact list, in copy either', async () => {
    await insertSuppression(bench.db, {
      id: 'sup_copy',
      kind: 'email',
      value: 'never@acme.example',
      reason: 'asked',
      created_at: new Date(),
    });
    for (const more of [
      { cc: ['Never@acme.example'] },
      { bcc: ['never@acme.example'] },
      { to: 'never@acme.example' },
    ]) {
      const ada = await enrolled([email({ subject: 'Hello', ...more })], {}, known('ada.copies'));
      expect(await perform(ada, 'email')).toMatchObject({ status: 'failed', code: 'SUPPRESSED' });
      expect(await bench.intent(ada.id)).toBeUndefined();
    }
    expect(await bench.sandbox.received('never@acme.example')).toEqual([]);
  });

  it('takes else without an address', async () => {
    const ada = await enrolled([EMAIL]);
    expect(await perform(ada, 'email')).toMatchObject({ status: 'impossible', code: 'NO_EMAIL' });
  });
});
