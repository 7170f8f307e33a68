import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/language/plan/plan.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

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

  it('days may be written out', () => {
    const short = planOf('schedule: { timezone: UTC, hours: { mon-fri: "09:00-10:00", sat: "09:00-10:00" } }');
    const long = planOf(
      'schedule: { timezone: UTC, hours: { monday-friday: "09:00-10:00", Saturday: "09:00-10:00" } }',
    );
    expect(long.schedule).toEqual(short.schedule);
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

  it('holidays are codes, in one order', () => {
    expect(planOf('schedule: { holidays: [FR, DE-BY, FR] }').schedule.holidays).toEqual(['DE-BY', 'FR']);
    expect(planOf('schedule: { holidays: NO }').schedule.holidays).toEqual(['NO']);
  });

  it('a code that is nearly right is named', () => {
    const { diagnostics } = compileSequence('sequence: example\nschedule: { holidays: [de-by] }\nsteps: [visit]\n');
    expect(diagnostics.map(({ fix }) => fix)).toEqual(['Did you mean "DE-BY"?']);
  });

  it('warm_up has a start and a growth per day', () => {
    expect(planOf('limits: { warm_up: { start: 5/day, grow: 2 per day } }').warm_up).toEqual({ start: 5, grow: 2 });
  });

  it('messenger accounts are senders like others', () => {
    expect(planOf('senders: { messenger: acc_m, professional: acc_a }').senders).toEqual({
      professional: ['acc_a'],
      messenger: ['acc_m'],
    });
  });

  it("a colleague's answer may stop too", () => {
    expect(planOf('stop_on: [company_reply, reply]').stop_on).toEqual(['reply', 'company_reply']);
  });

  const DAY = 86_400_000;
  it('enroll says who may enter', () => {
    const rules = (text: string) => planOf(`enroll: ${text}`).enroll;
    const never = { again: 'never', active_elsewhere: true, contacted_within: null, per_company: null };
    expect(rules('{ again: after 90 days }')).toEqual({ ...never, again: { after: 90 * DAY } });
    expect(rules('{ unless: [] }')).toEqual({ ...never, active_elsewhere: false });
    expect(rules('{ unless: contacted within 30 days }')).toEqual({
      ...never,
      active_elsewhere: false,
      contacted_within: 30 * DAY,
    });
    expect(rules('{ unless: [contacted within 1 week, active_elsewhere, contacted within 30 days] }')).toEqual({
      ...never,
      contacted_within: 30 * DAY,
    });
    expect(rules('{ per_company: 3 }')).toEqual({ ...never, per_company: 3 });
  });

  it('an auto-reply waits, is ignored, or stops', () => {
    const action = (text: string) => planOf(`out_of_office: ${text}`).out_of_office;
    expect(action('wait 7 days')).toEqual({ do: 'wait', until_back: false, otherwise: 7 * DAY });
    expect(action('ignore')).toEqual({ do: 'ignore' });
    expect(action('stop')).toEqual({ do: 'stop' });
  });

  it('an automatic reply that is to stop is said to stop nothing where a reply stops nothing', () => {
    const warned = (header: string) => compileSequence(`sequence: example\n${header}\nsteps: [visit]\n`).diagnostics;
    expect(warned('stop_on: [reply]\nout_of_office: stop')).toEqual([]);
    expect(warned('stop_on: [bounce]\nout_of_office: ignore')).toMatchObject([
      { code: 'SEQ053', message: 'a reply does not stop this sequence' },
    ]);
    expect(warned('stop_on: [bounce]\nout_of_office: stop')).toMatchObject([
      { code: 'SEQ053', message: expect.stringContaining('`out_of_office: stop`') },
    ]);
  });

  it('what holds anyway gives the same plan as nothing', () => {
    const defaults = [
      'enroll: { again: never, unless: [active_elsewhere] }',
      'enroll: {}',
      'out_of_office: wait until back',
      'review: false',
      'schedule: { holidays: [] }',
      'stop_on: [bounce, unsubscribe, reply]',
    ];
    for (const header of defaults) expect(planOf(header)).toEqual(planOf(''));
  });

  it('review makes each step that reaches the lead wait for approval, and no other', () => {
    const steps = `steps:
  - visit
  - invite
  - inmail: { subject: S, text: T }
    else:
      - email: { subject: S, text: T }
  - comment: { on: latest_post, text: T }
  - action: profiles.get
    params: { profile_url: "{{ profile_url }}" }
  - message: Hi
    if: state.connected
`;
    const compiled = compileSequence(`sequence: example\nreview: true\n${steps}`);
    const nodes = compiled.ok ? Object.values(compiled.plan.nodes) : [];
    expect(nodes.filter((node) => 'review' in node).map(({ kind }) => kind)).toEqual([
      'invite',
      'inmail',
      'email',
      'comment',
      'message',
    ]);
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
    ['a limit by the hour', 'limits: { visits: 9/hour }', ['SEQ019 2:19']],
    ['a limit that is a number', 'limits: { visits: 9 }', ['SEQ019 2:19']],
    ['a limit of half a visit', 'limits: { visits: 0.5/day }', ['SEQ019 2:19']],
    ['a limit by domain and hour', 'limits: { emails_per_domain: 9/hour }', ['SEQ019 2:30']],
    ['two limits per day', 'limits: { visits: [9/day, 8/day] }', ['SEQ019 2:19']],
    ['warm_up without grow', 'limits: { warm_up: { start: 5/day } }', ['SEQ008 2:20']],
    ['warm_up by the week', 'limits: { warm_up: { start: 5/week, grow: 2/day } }', ['SEQ019 2:29']],
    ['warm_up by a number', 'limits: { warm_up: { start: 5, grow: 2/day } }', ['SEQ019 2:29']],
    ['warm_up of another word', 'limits: { warm_up: { start: 5/day, growth: 2/day } }', ['SEQ008 2:20', 'SEQ007 2:36']],
    ['an unknown country', 'schedule: { holidays: [FR, UK] }', ['SEQ040 2:28']],
    ['an unknown region', 'schedule: { holidays: [DE-XX] }', ['SEQ040 2:24']],
    ['a country in small letters', 'schedule: { holidays: fr }', ['SEQ040 2:23']],
    ['a country that is no text', 'schedule: { holidays: [1] }', ['SEQ006 2:24']],
    ['hours that are empty on each day', 'schedule: { timezone: UTC, hours: { mon-fri: [] } }', ['SEQ041 2:28']],
    ['another reason to stop', 'stop_on: [reply, colleague_reply]', ['SEQ015 2:18']],
    ['enrolling by a word', 'enroll: never', ['SEQ006 2:9']],
    ['enrolling by another key', 'enroll: { once: true }', ['SEQ007 2:11']],
    ['enrolling again always', 'enroll: { again: always }', ['SEQ015 2:18']],
    ['enrolling again after nothing', 'enroll: { again: after a while }', ['SEQ014 2:18']],
    ['enrolling again after business days', 'enroll: { again: after 3 business days }', ['SEQ014 2:18']],
    ['an unknown rule of unless', 'enroll: { unless: [active_elsewere] }', ['SEQ015 2:20']],
    ['contacted within nothing', 'enroll: { unless: [contacted within days] }', ['SEQ014 2:20']],
    ['unless without a value', 'enroll: { unless: }', ['SEQ006 2:19']],
    ['no person per company', 'enroll: { per_company: 0 }', ['SEQ015 2:24']],
    ['half a person per company', 'enroll: { per_company: 1.5 }', ['SEQ015 2:24']],
    ['an auto-reply that waits for long', 'out_of_office: wait long', ['SEQ015 2:16']],
    ['an auto-reply that waits three years', 'out_of_office: wait 1100 days', ['SEQ014 2:16']],
    ['an account with a space', 'senders: { professional: ["acc anna"] }', ['SEQ010 2:27']],
    ['no account', 'senders: { professional: [] }', ['SEQ008 2:26']],
    ['a variable with a taken name', 'vars: { job: x }', ['SEQ010 2:9']],
    ['a variable that is a name of every object', 'vars: { constructor: x }', ['SEQ010 2:9']],
    ['a variable that is a list', 'vars: { team: [a] }', ['SEQ006 2:15']],
    ['a variable without end', 'vars: { team: .inf }', ['SEQ006 2:15']],
    ['review of another kind', 'review: sometimes', ['SEQ006 2:9']],
    ['a merge key', '<<: { limits: {} }', ['SEQ001 2:1']],
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

it('takes a fallback zone alone as the zone of everybody', () => {
  const text = (zone: string): string =>
    `sequence: a\nschedule: { ${zone}, hours: { mon-fri: "09:00-18:00" } }\nsteps: [visit]\n`;
  const [alone, same] = ['fallback_timezone: Europe/Paris', 'timezone: Europe/Paris'].map((zone) =>
    compileSequence(text(zone)),
  );
  expect(alone).toMatchObject({ ok: true, plan: { schedule: { timezone: 'Europe/Paris' } } });
  // Its steps are at other places of the text.
  expect({ ...alone, places: null }).toEqual({ ...same, places: null });
});
