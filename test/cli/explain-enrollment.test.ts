import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../src/app/cli/api-shapes.ts';
import { explainEnrollment } from '../../src/app/cli/explain-enrollment.ts';
import { timesIn } from '../../src/app/cli/times.ts';

describe('an explanation', () => {
  const wait = {
    constraint: 'day_cap',
    text: '10 of 10 invitations of Anna used today',
    detail: null,
    would_change: ['A higher limit.', 'Another account.'],
    until: '2026-01-06T09:12:00.000Z',
    until_local: 'Tue 6 Jan 2026 10:12 Europe/Paris',
  };
  const base: Explanation = {
    id: 'enr_1',
    sequence: 'hello',
    version: 2,
    status: 'active',
    outcome: null,
    lead_id: 'lead_1',
    lead: {
      ...{ id: 'lead_1', first_name: 'Ada', last_name: null, headline: null, company: null, email: null },
      ...{ profile_url: null, phone_number: null, location: null, timezone: null, country: null, vars: {}, tags: [] },
    },
    ...{ campaign_id: null, task: null, question: null, replied_at: null },
    node: 'invite',
    step: 'Invite',
    waiting_for: { kind: 'slot', text: wait.text },
    until: wait.until,
    hold: null,
    senders: { professional: 'acc_anna' },
    created_at: '2026-01-05T09:00:00.000Z',
    finished_at: null,
    now: '2026-01-05T10:00:00.000Z',
    timezone: 'Europe/Paris',
    text: '',
    happened: [],
    waiting: wait,
    workflow: null,
    next: [{ when: 'then', node: '2-wait', title: 'Wait 2 days' }],
  };
  const said = (more: Partial<Explanation>) => explainEnrollment({ ...base, ...more }).split('\n');

  it('says what it waits for, until when, what would change it and what comes next', () => {
    expect(said({})[0]).toMatch(/enrolled Mon 5 Jan 2026 10:00\. Times in Europe\/Paris\.$/);
    expect(said({}).slice(1, 6)).toEqual([
      'Waits at “Invite”: 10 of 10 invitations of Anna used today, until Tue 6 Jan 2026 10:12 (in 23 hours 12 minutes).',
      '  What would change it:',
      '  - A higher limit.',
      '  - Another account.',
      '  Next: then: Wait 2 days.',
    ]);
    expect(said({ waiting: { ...wait, until: '2026-01-05T09:00:00.000Z' } })[1]).toContain('due since');
    expect(said({ waiting: null })[1]).toBe('Under way at “Invite”: a step is being carried out.');
  });

  it('says how it ended', () => {
    expect(said({ status: 'finished', outcome: 'no_answer', finished_at: '2026-01-05T09:30:00.000Z' })[1]).toBe(
      'Ended Mon 5 Jan 2026 10:30 as no answer.',
    );
    expect(said({ status: 'paused' })[1]).toContain('Paused by a person');
    const held = { ...wait, text: 'Paused with the sequence hello by a person', until: null };
    const above = said({
      status: 'paused',
      hold: { scope: 'sequence', target: 'hello', state: 'paused' },
      waiting: held,
    });
    expect(above[1]).toBe('Waits at “Invite”: Paused with the sequence hello by a person.');
    expect(said({ lead: null })[0]).toContain('(erased)');
  });

  it('quotes what a person wrote on one line', () => {
    const line = {
      at: base.created_at,
      ...{ node: '4-wait_for/then/1-message', step: 'Message (2 of 3)', type: 'replied', title: 'Replied by email' },
      ...{ detail: { text: 'Yes,\n\nplease' }, timezone: base.timezone },
    };
    expect(said({ happened: [line] }).at(-1)).toBe(
      '  Mon 5 Jan 2026 10:00  Replied by email: “Yes, please”  [Message (2 of 3)]',
    );
  });

  it('shows all its times in one zone, whichever is asked for, also until when a line waits', () => {
    const about = { node: null, step: null, type: 'waiting', timezone: base.timezone };
    const happened = [
      {
        ...about,
        at: base.created_at,
        title: 'Waits: outside the hours',
        detail: { until: '2026-01-06T07:30:00.000Z' },
      },
      {
        ...{ ...about, at: '2026-01-06T08:30:00.000Z', title: 'May be missing since 2026-01-06T07:30:00.000Z' },
        detail: { sent_at: '2026-01-06T07:30:00.000Z' },
      },
    ];
    const explained = { ...base, happened };
    const inParis = explainEnrollment(explained);
    expect(inParis.split('\n').slice(-2)).toEqual([
      '  Mon 5 Jan 2026 10:00  Waits: outside the hours, until Tue 6 Jan 2026 08:30',
      '  Tue 6 Jan 2026 09:30  May be missing since 2026-01-06 08:30, sent Tue 6 Jan 2026 08:30',
    ]);
    const inNewYork = explainEnrollment(explained, new Map(), timesIn('America/New_York'));
    expect(inNewYork.match(/\d\d:\d\d/g)).toEqual(['04:00', '04:12', '04:00', '02:30', '03:30', '02:30', '02:30']);
    expect(inNewYork).toContain('Times in America/New_York.');
    expect(inNewYork).not.toContain('Paris');
  });
});
