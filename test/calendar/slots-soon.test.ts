import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccountCalendar } from '../../src/core/calendar/account-calendar.ts';
import { bookedSlotsAt, findSlot, type SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { firstLimits } from '../../src/core/calendar/first-limits.ts';
import { HORIZON, slotsSoon } from '../../src/core/calendar/slots-soon.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';

const NOW = Date.parse('2026-03-02T08:00:00Z');
const hours = fc.constantFrom(
  null,
  [{ from: 9 * 60, to: 17 * 60 }],
  [
    { from: 0, to: 60 },
    { from: 1200, to: 1500 },
  ],
);
const rules = fc.record({
  perDay: fc.option(fc.integer({ min: 1, max: 60 })),
  perWeek: fc.option(fc.integer({ min: 1, max: 200 })),
  hours,
  spacing: fc.option(fc.integer({ min: 5, max: 90 })),
  warm: fc.option(fc.record({ start: fc.integer({ min: 1, max: 20 }), grow: fc.integer({ min: 0, max: 5 }) })),
  zone: fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe'),
  later: fc.integer({ min: 0, max: 14 * 24 }),
});

describe('slots in the horizon', () => {
  it('are never more than are let begin, so that nobody is held back who could act', () => {
    fc.assert(
      fc.property(rules, ({ perDay, perWeek, hours: open, spacing, warm, zone, later }) => {
        fc.pre(perDay !== null || perWeek !== null || spacing !== null || warm !== null);
        const now = NOW + later * HOUR;
        const caps = [
          ...(perDay === null ? [] : [{ count: perDay, per: 'day' as const }]),
          ...(perWeek === null ? [] : [{ count: perWeek, per: 'week' as const }]),
        ];
        const plan = {
          limits: caps.length === 0 ? {} : { invite: caps },
          ...(warm === null ? {} : { warm_up: warm }),
          schedule: {
            timezone: zone,
            fallback_timezone: zone,
            hours: open === null ? null : Array.from({ length: 7 }, () => open),
            spacing: spacing === null ? null : { min: spacing * MINUTE, max: spacing * MINUTE },
          },
        };
        const account = { id: 'a', name: 'A', zone, daily_limit: null, profile: null, first_send_at: null };
        const most = slotsSoon({ plan, account, limit_class: 'invite', lead_time: 0, now });
        const book = createAccountCalendar();
        let taken = 0;
        for (; taken <= most + 1; taken++) {
          const question: SlotQuestion = {
            ...{
              step: `e${taken}/invite/1`,
              sequence: 's',
              plan,
              account,
              zone,
              limit_class: 'invite' as const,
              credits: 0,
            },
            ...{ campaign: null, weight: 1, urgent: false },
          };
          const place = findSlot(question, book, now);
          if (place === null || place.at >= now + HORIZON) break;
          for (const booked of bookedSlotsAt(question, place)) book.add(booked);
        }
        expect(taken).toBeLessThanOrEqual(most);
      }),
      { numRuns: rounds(150) },
    );
  });
});

const base = { on_error: { do: 'stop' } } as const;
const node = (given: Partial<Node> & { kind: string; id: string; next?: string }): Node =>
  ({ ...base, ...given }) as Node;
const end = node({ kind: 'end', id: 'end', outcome: 'completed' } as Partial<Node> & { kind: 'end'; id: string });
const wait = (id: string, next: string, count: number) =>
  node({ kind: 'wait', id, next, duration: { unit: 'ms', count } } as Partial<Node> & { kind: 'wait'; id: string });
const invite = node({ kind: 'invite', id: 'invite', next: 'end' });
const visit = (next: string) => node({ kind: 'visit', id: 'visit', next });
const branch = (then: string, other: string) =>
  node({ kind: 'if', id: 'if', next: 'end', test: 'true', then, else: other } as Partial<Node> & {
    kind: 'if';
    id: string;
  });

const limitsOf = (start: string, nodes: readonly Node[], limited: readonly string[]) =>
  firstLimits(
    { start, nodes: Object.fromEntries(nodes.map((one) => [one.id, one])) } as unknown as Plan,
    ({ limit_class }) => limited.includes(limit_class),
    NOW,
  );

describe('the first limited steps of a plan', () => {
  it('are those that are met first, with the waits before them', () => {
    const nodes = [wait('wait', 'invite', 3 * DAY), invite, end];
    expect(limitsOf('wait', nodes, ['invite'])).toEqual({
      limits: [{ channel: 'professional', limit_class: 'invite' }],
      before: ['wait', 'invite'],
      lead_time: 3 * DAY,
    });
  });

  it('are behind a step that nothing limits', () => {
    expect(limitsOf('visit', [visit('invite'), invite, end], ['invite']).limits).toHaveLength(1);
    expect(limitsOf('visit', [visit('invite'), invite, end], ['visit', 'invite']).before).toEqual(['visit']);
  });

  it('are all that the ways of a branch may meet', () => {
    const nodes = [branch('visit', 'invite'), visit('end'), invite, end];
    expect(
      limitsOf('if', nodes, ['visit', 'invite'])
        .limits.map(({ limit_class }) => limit_class)
        .sort(),
    ).toEqual(['invite', 'visit']);
  });

  it('are none where somebody may act on a way without any', () => {
    const nodes = [branch('visit', 'invite'), visit('end'), invite, end];
    expect(limitsOf('if', nodes, ['invite']).limits).toEqual([]);
    expect(limitsOf('if', [branch('end', 'invite'), invite, end], ['invite']).limits).toHaveLength(1);
  });
});
