import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { compileSequence } from '../../src/sequence/compile-sequence.ts';

function planOf(header: string): Plan {
  const compiled = compileSequence(`sequence: example\n${header}\nsteps: [visit]\n`);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.plan;
}
const problems = (header: string): string[] =>
  compileSequence(`sequence: example\n${header}\nsteps: [visit]\n`).diagnostics.map(
    ({ code, line, column }) => `${code} ${line}:${column}`,
  );

describe('the header of a sequence', () => {
  it('left out, anything may happen at any time and any answer stops', () => {
    expect(planOf('')).toMatchObject({
      senders: {},
      schedule: { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: null },
      limits: {},
      stop_on: ['reply', 'unsubscribe', 'bounce'],
      vars: {},
    });
  });

  it('hours are read by day, range of days and over midnight', () => {
    const { hours } = planOf(
      'schedule: { timezone: lead, hours: { mon-wed: "09:00-12:30, 14:00-18:00", sat: "22:00-02:00", sun: "00:00-24:00" } }',
    ).schedule;
    const work = [
      { from: 540, to: 750 },
      { from: 840, to: 1080 },
    ];
    expect(hours).toEqual([work, work, work, [], [], [{ from: 1320, to: 1560 }], [{ from: 0, to: 1440 }]]);
  });

  it('a range of days may go over the week end', () => {
    const { hours } = planOf('schedule: { timezone: UTC, hours: { fri-mon: "09:00-10:00" } }').schedule;
    expect(hours?.map((ranges) => ranges.length)).toEqual([1, 0, 0, 0, 1, 1, 1]);
  });

  it('limits are read per day and per week, in one order', () => {
    expect(planOf('limits: { visits: [300/week, 80 / day], credits: 500 per day }').limits).toEqual({
      visit: [
        { count: 80, per: 'day' },
        { count: 300, per: 'week' },
      ],
      credits: [{ count: 500, per: 'day' }],
    });
  });

  it('spacing is a range or one duration', () => {
    expect(planOf('schedule: { spacing: 3m..9m }').schedule.spacing).toEqual({ min: 180_000, max: 540_000 });
    expect(planOf('schedule: { spacing: 5m }').schedule.spacing).toEqual({ min: 300_000, max: 300_000 });
  });

  it('an account may be named alone or in a list', () => {
    expect(planOf('senders: { professional: acc_anna, email: [acc_a, acc_b, acc_a] }').senders).toEqual({
      professional: ['acc_anna'],
      email: ['acc_a', 'acc_b'],
    });
  });

  it('the order of stop_on does not matter', () => {
    expect(planOf('stop_on: [bounce, reply]').stop_on).toEqual(['reply', 'bounce']);
  });

  const wrong: [string, string, string[]][] = [
    ['a zone that does not exist', 'schedule: { timezone: Mars/Base }', ['SEQ016 2:23']],
    ['an abbreviation for a zone', 'schedule: { timezone: CET }', ['SEQ016 2:23']],
    ['hours without a zone', 'schedule: { hours: { daily: "09:00-18:00" } }', ['SEQ008 2:13']],
    [
      'a day given twice',
      'schedule: { timezone: UTC, hours: { mon-fri: "9:00-10:00", tue: "9:00-10:00" } }',
      ['SEQ017 2:60'],
    ],
    ['ranges that overlap', 'schedule: { timezone: UTC, hours: { mon: "09:00-12:00, 11:00-13:00" } }', ['SEQ017 2:42']],
    ['an hour past 24:00', 'schedule: { timezone: UTC, hours: { mon: "09:00-25:00" } }', ['SEQ017 2:42']],
    ['no hours at all', 'schedule: { timezone: UTC, hours: {} }', ['SEQ017 2:35']],
    ['spacing the wrong way round', 'schedule: { spacing: 9m..3m }', ['SEQ018 2:22']],
    ['holidays', 'schedule: { holidays: [FR] }', ['SEQ009 2:13']],
    ['a limit by the hour', 'limits: { visits: 9/hour }', ['SEQ019 2:19']],
    ['a limit that is a number', 'limits: { visits: 9 }', ['SEQ019 2:19']],
    ['a limit of half a visit', 'limits: { visits: 0.5/day }', ['SEQ019 2:19']],
    ['two limits per day', 'limits: { visits: [9/day, 8/day] }', ['SEQ019 2:19']],
    ['warm_up', 'limits: { warm_up: { start: 5/day } }', ['SEQ009 2:11']],
    ['messenger senders', 'senders: { messenger: [acc_a] }', ['SEQ009 2:12']],
    ['an account with a space', 'senders: { professional: ["acc anna"] }', ['SEQ010 2:27']],
    ['no account', 'senders: { professional: [] }', ['SEQ008 2:26']],
    ['company_reply', 'stop_on: [reply, company_reply]', ['SEQ009 2:18']],
    ['a variable with a taken name', 'vars: { job: x }', ['SEQ010 2:9']],
    ['a variable that is a list', 'vars: { team: [a] }', ['SEQ006 2:15']],
    ['a variable without end', 'vars: { team: .inf }', ['SEQ006 2:15']],
    ['enroll', 'enroll: { again: never }', ['SEQ009 2:1']],
    ['out_of_office', 'out_of_office: wait until back', ['SEQ009 2:1']],
    ['review', 'review: false', ['SEQ009 2:1']],
    ['a merge key', '<<: { limits: {} }', ['SEQ007 2:1']],
  ];
  it.each(wrong)('%s is refused at its place', (_, header, expected) => {
    expect(problems(header)).toEqual(expected);
  });

  it('a missing name and missing steps are both reported', () => {
    const { diagnostics } = compileSequence('description: x\n');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the key `sequence` is missing',
      'the key `steps` is missing',
    ]);
  });
});
