import { describe, expect, it } from 'vitest';
import { explainWait } from '../../src/app/api/explain/explain-wait.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { planOfSteps } from '../sequence/steps/compile-steps.ts';

const plan: Plan = {
  ...planOfSteps(
    '  - invite: Hi\n  - wait_for: reply\n    within: 2 days\n    else: [visit]\n  - wait: 3 business days\n',
  ),
  limits: { invite: [{ count: 10, per: 'day' }] },
  schedule: {
    timezone: 'Europe/Paris',
    fallback_timezone: 'Europe/Paris',
    hours: null,
    spacing: { min: 180_000, max: 540_000 },
    holidays: ['FR'],
  },
  warm_up: { start: 5, grow: 2 },
};

const row = {
  status: 'active',
  waiting_kind: 'slot',
  waiting_text: 'it waits',
  waiting_detail: null,
  task: null,
} as const;
const explained = (more: object, node = plan.start) => explainWait({ ...row, ...more }, plan.nodes[node], plan);

describe('what an enrollment waits for', () => {
  it.each([
    ['day_cap', { limit_class: 'invite', count: 10, used: 10, per: 'day' }, 'limits.invites, now 10/day'],
    ['domain_cap', { limit_class: 'email', count: 5, used: 5, per: 'day' }, 'limits.emails_per_domain, now 5/day'],
    ['week_cap', { limit_class: 'invite', count: 50, used: 50, per: 'week' }, 'limits.invites, now 50/week'],
    ['hours', {}, 'schedule.hours, read in Europe/Paris'],
    ['holiday', {}, 'schedule.holidays, now FR'],
    ['warm_up', {}, 'limits.warm_up, now 5/day and 2 more each day'],
    ['spacing', {}, 'schedule.spacing, now 3m..9m'],
    ['day_end', {}, 'around midnight'],
    ['credits', { limit_class: 'credits', count: 500, per: 'day' }, 'limits.credits, now 500/day'],
    ['mailbox', {}, 'daily limit of the mailbox'],
    ['profile', {}, 'higher tier of the account'],
    ['network', {}, 'the network itself refuses'],
  ])('names the constraint %s with what would change it', (constraint, more, change) => {
    const detail = { constraint, text: 'because', ...more };
    const wait = explained({ waiting_detail: detail });
    expect(wait).toMatchObject({ constraint, text: 'it waits', detail });
    expect(wait?.would_change.join(' ')).toContain(change);
  });

  it.each([
    ['an account', { waiting_kind: 'account' }, 'account', 'connected again'],
    ['credits of the service', { waiting_kind: 'credits' }, 'credits', 'balance returns'],
    ['a person who paused it', { status: 'paused', waiting_kind: 'person' }, 'paused', 'resume'],
    ['a review', { waiting_kind: 'person', task: { id: 'tsk_1', kind: 'review' } }, 'review', 'tasks decide tsk_1'],
    ['a task', { waiting_kind: 'person', task: { id: 'tsk_1', kind: 'task' } }, 'task', 'tasks decide tsk_1'],
    [
      'a doubt',
      { waiting_kind: 'person', task: { id: 'tsk_1', kind: 'unknown_outcome' } },
      'unknown_outcome',
      'sent, or not_sent',
    ],
    ['a slot without a known reason', {}, 'slot', 'queue'],
  ])('may be %s, with what would change that', (_, more, constraint, change) => {
    const wait = explained(more);
    expect(wait?.constraint).toBe(constraint);
    expect(wait?.would_change.join(' ')).toContain(change);
  });

  it('says how to resume an account that is paused, whatever the reason for the wait says', () => {
    const wait = (paused_account: string | null) =>
      explained({ waiting_kind: 'account', waiting_text: 'any reason', paused_account })?.would_change;
    expect(wait('acc_anna')).toEqual(['Resume the account: overture accounts resume acc_anna.']);
    expect(wait(null)).toEqual(['When the account is connected again, or ready earlier, it continues by itself.']);
  });

  it('says of one that is paused who paused it, and what it waited for', () => {
    const wait = explained({ status: 'paused', waiting_kind: 'time' });
    expect(wait?.text).toBe('Paused by a person; before that: it waits');
  });

  it('says which event goes on at once, and what only time ends', () => {
    expect(explained({ waiting_kind: 'event' }, '2-wait_for')?.would_change[0]).toContain('When a reply comes');
    const wait = explained({ waiting_kind: 'time' }, '3-wait');
    expect(wait).toMatchObject({ constraint: 'time' });
    expect(wait?.would_change.join(' ')).toContain('not holidays');
    expect(wait?.would_change.join(' ')).toContain('reply, unsubscribe, bounce');
  });

  it('says nothing of what has ended or is under way', () => {
    expect(explained({ status: 'finished' })).toBeNull();
    expect(explained({ waiting_kind: null })).toBeNull();
  });
});
