import { describe, expect, it } from 'vitest';
import { firstNode, planOfSteps, problems, REST } from './compile-steps.ts';

describe('set', () => {
  it('compiles values and tags, which have an order of their own', () => {
    expect(
      firstNode('  - set: { stage: "warm {{ first_name }}", score: 3, open: true, gone: null, tags: [b, a, b] }\n'),
    ).toEqual({
      kind: 'set',
      id: '1-set',
      vars: { stage: 'warm {{ first_name }}', score: 3, open: true, gone: null },
      tags: ['a', 'b'],
      ...REST,
    });
  });

  it('makes names that later texts and conditions know', () => {
    expect(
      problems(
        '  - set: { stage: warm }\n  - if: vars.stage == "warm"\n    then: [{ task: "{{ stage }}" }]\n    else: [visit]\n',
      ),
    ).toEqual([]);
  });

  it.each([
    ['a field of the lead', '  - set: { company: Acme }\n', ['SEQ010 4:12']],
    ['a name with another meaning', '  - set: { sender: Acme }\n', ['SEQ010 4:12']],
    ['an odd name', '  - set: { "My Var": Acme }\n', ['SEQ010 4:12']],
    ['a list', '  - set: { stage: [a] }\n', ['SEQ006 4:19']],
    ['nothing', '  - set: {}\n', ['SEQ008 4:5']],
    ['an unknown variable', '  - set: { stage: "{{ nonsense }}" }\n', ['SEQ022 4:23']],
  ])('refuses %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('action', () => {
  it('takes what the contract says of the action into the plan', () => {
    expect(
      firstNode(
        '  - action: content.react\n    params: { post_url: "{{ post }}", reaction_type: PRAISE }\n    save_as: reaction\n',
        'vars: { post: null }\n',
      ),
    ).toEqual({
      kind: 'action',
      id: '1-action',
      category: 'content',
      action: 'react',
      channel: 'professional',
      params: { post_url: '{{ post }}', reaction_type: 'PRAISE' },
      save_as: 'reaction',
      side_effect: 'touch',
      limit_class: null,
      credits: 1,
      ...REST,
    });
  });

  it('makes its answer known, with its fields', () => {
    expect(
      problems('  - action: network.recommendations\n    save_as: people\n  - task: "{{ people.items.size }}"\n'),
    ).toEqual([]);
  });

  it.each([
    ['an unknown action', '  - action: network.recomendations\n', ['SEQ025 4:13']],
    ['an unknown category', '  - action: weather.today\n', ['SEQ025 4:13']],
    ['an unknown param', '  - action: content.like\n    params: { post: x }\n', ['SEQ007 5:15']],
    ['a missing param', '  - action: content.like\n', ['SEQ026 4:13']],
    [
      'a wrong param',
      '  - action: content.react\n    params: { post_url: x, reaction_type: CHEERS }\n',
      ['SEQ026 5:43'],
    ],
    ['params that are no mapping', '  - action: content.like\n    params: x\n', ['SEQ006 5:13']],
    ['an odd name to save as', '  - action: network.recommendations\n    save_as: first_name\n', ['SEQ010 5:14']],
    ['an unknown variable', '  - action: content.like\n    params: { post_url: "{{ nonsense }}" }\n', ['SEQ022 5:29']],
  ])('refuses %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('message, InMail and email with all their keys', () => {
  it.each([
    [
      '  - message: { text: Hi, channel: messenger, quote: true }\n',
      { kind: 'message', channel: 'messenger', text: 'Hi', quote: true },
    ],
    [
      '  - message: { channel: messenger, media: [voice.ogg] }\n',
      { kind: 'message', channel: 'messenger', media: [{ path: 'voice.ogg' }] },
    ],
    [
      '  - inmail: { subject: S, text: T, media: { link: "https://a.example/x.pdf", name: x.pdf } }\n    else: [visit]\n',
      { kind: 'inmail', media: [{ link: 'https://a.example/x.pdf', name: 'x.pdf' }] },
    ],
    [
      '  - email: { subject: S, text: T, to: boss@a.example, cc: a@b.example, bcc: [c@d.example, "{{ email }}"], reply_to: me@a.example, headers: { X-Team: "{{ company }}" }, media: https://a.example/x.pdf }\n',
      {
        kind: 'email',
        to: 'boss@a.example',
        cc: ['a@b.example'],
        bcc: ['c@d.example', '{{ email }}'],
        reply_to: 'me@a.example',
        headers: { 'X-Team': '{{ company }}' },
        media: [{ link: 'https://a.example/x.pdf' }],
        thread: false,
      },
    ],
  ])('compile: %s', (steps, node) => {
    expect(firstNode(steps)).toMatchObject(node);
  });

  it('need the address of the lead only where it is written to', () => {
    expect(planOfSteps('  - email: { subject: S, text: T }\n').needs).toEqual(['email']);
    expect(planOfSteps('  - email: { subject: S, text: T, to: boss@a.example }\n').needs).toEqual([]);
    expect(planOfSteps('  - message: { text: Hi, channel: messenger }\n').needs).toEqual(['phone_number']);
    const either = '  - message: { text: Hi, channel: messenger }\n    else: [{ end: no_number }]\n';
    expect(planOfSteps(either).needs).toEqual([]);
  });

  it.each([
    ['a header that is not ours', '  - email: { subject: S, text: T, headers: { Subject: x } }\n', ['SEQ010 4:46']],
    [
      'two sources of one file',
      '  - message: { text: Hi, channel: messenger, media: { link: "https://a.example/x", path: x } }\n',
      ['SEQ008 4:53'],
    ],
    ['a file alone on the professional channel', '  - message: { media: x.pdf }\n    else: [visit]\n', ['SEQ008 4:5']],
    ['an unknown channel', '  - message: { text: Hi, channel: pigeon }\n    else: [visit]\n', ['SEQ015 4:35']],
    ['a quote that is a text', '  - message: { text: Hi, quote: hers }\n    else: [visit]\n', ['SEQ006 4:33']],
  ])('refuse %s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('wait until and within', () => {
  it.each([
    ['  - wait: until 2026-12-01 09:00\n', { unit: 'until', at: '2026-12-01T09:00' }],
    ['  - wait: until 2026-12-01\n', { unit: 'until', at: '2026-12-01T00:00' }],
    ['  - wait: until monday 09:00\n', { unit: 'weekday', weekday: 0, minutes: 540 }],
    ['  - wait: until Sun 18:30\n', { unit: 'weekday', weekday: 6, minutes: 1110 }],
  ])('compile: %s', (steps, duration) => {
    expect(firstNode(steps)).toMatchObject({ kind: 'wait', duration });
  });

  it('takes business days', () => {
    expect(firstNode('  - wait_for: reply\n    within: 2 business days\n    else: [visit]\n')).toMatchObject({
      within: { business_days: 2 },
    });
  });

  it.each([
    ['  - wait: until 2026-02-30 09:00\n', ['SEQ014 4:11']],
    ['  - wait: until someday\n', ['SEQ014 4:11']],
    ['  - wait: until monday 25:00\n', ['SEQ014 4:11']],
    ['  - wait_for: reply\n    within: 3\n    else: [visit]\n', ['SEQ014 5:13']],
  ])('refuse %s', (steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });
});

describe('an action of several channels', () => {
  const node = (params: string) => firstNode(`  - action: messages.send\n    params: ${params}\n    else: [visit]\n`);
  it.each([
    ['{ to: "{{ email }}", subject: S, message_text: T }', { channel: 'email', limit_class: 'email', credits: 1 }],
    ['{ phone_number: "{{ phone_number }}", message_text: T }', { channel: 'messenger', limit_class: 'message' }],
    ['{ profile_url: "{{ profile_url }}", message_text: T }', { channel: 'professional', limit_class: 'message' }],
    [
      '{ profile_url: "{{ profile_url }}", subject: S, message_text: T, inmail: true }',
      { channel: 'professional', limit_class: 'inmail', credits: 0 },
    ],
  ])('gets its channel from its recipient: %s', (params, expected) => {
    expect(node(params)).toMatchObject(expected);
  });

  it('costs at most what it asks for', () => {
    const credits = (params: string) =>
      firstNode(`  - action: recruiter.get_candidates\n    params: ${params}\n`) as { readonly credits: number };
    expect(credits('{ job_id: x, count: 100 }').credits).toBe(10);
    expect(credits('{ job_id: x }').credits).toBeGreaterThan(0);
  });
});

describe('an InMail without any left', () => {
  const inmail = (more: string) => `  - inmail: { subject: A, text: B${more} }\n    else:\n      - end: none\n`;

  it('waits only where the step says so', () => {
    expect(firstNode(inmail(''))).not.toHaveProperty('when_none_left');
    expect(firstNode(inmail(', when_none_left: else'))).toEqual(firstNode(inmail('')));
    expect(firstNode(inmail(', when_none_left: wait'))).toMatchObject({ kind: 'inmail', when_none_left: 'wait' });
    expect(problems(inmail(', when_none_left: later'))).toEqual([expect.stringMatching(/^SEQ015 4:/)]);
  });
});
