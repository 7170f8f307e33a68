import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { mondayOf, tellsTimes, timesIn, timesOf } from '../../src/app/cli/times.ts';

const AT = '2026-03-29T00:30:15.250Z';

describe('the times of an output', () => {
  it.each([
    ['UTC', '2026-03-29 00:30', '2026-03-29', '2026-03-29 00:30:15', 'Sun 29 Mar 2026 00:30'],
    ['Europe/Paris', '2026-03-29 01:30', '2026-03-29', '2026-03-29 01:30:15', 'Sun 29 Mar 2026 01:30'],
    ['America/New_York', '2026-03-28 20:30', '2026-03-28', '2026-03-28 20:30:15', 'Sat 28 Mar 2026 20:30'],
  ])('are all shown in %s', (zone, at, day, second, moment) => {
    const times = timesIn(zone);
    expect([times.at(AT), times.day(AT), times.second(AT), times.moment(AT)]).toEqual([at, day, second, moment]);
    expect(times.named(AT)).toBe(`${at} ${zone}`);
    expect(times.head).toBe(`Times in ${zone}.`);
    expect(times.within(`events may be missing since ${AT}, and until 2026-04-01`)).toBe(
      `events may be missing since ${at}, and until 2026-04-01`,
    );
  });

  it('are in the zone that was asked for, else in that of the schedule, else in the reader’s', () => {
    expect(timesOf({ zone: 'Asia/Tokyo' }, 'Europe/Paris').zone).toBe('Asia/Tokyo');
    expect(timesOf({}, 'Europe/Paris').zone).toBe('Europe/Paris');
    expect(timesOf({}).zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('are in no zone that is none: the option says how to write one', () => {
    const command = tellsTimes(new Command('one'))
      .exitOverride()
      .configureOutput({ writeErr: () => undefined });
    expect(command.parse(['--zone', 'europe/paris'], { from: 'user' }).opts()).toEqual({ zone: 'Europe/Paris' });
    expect(() => command.parse(['--zone', 'Paris'], { from: 'user' })).toThrow(/such as Europe\/Paris/);
  });

  it('know the Monday of a week', () => {
    expect(['2026-03-02', '2026-03-08', '2026-03-09'].map(mondayOf)).toEqual([
      '2026-03-02',
      '2026-03-02',
      '2026-03-09',
    ]);
  });
});

/** Ways in which code would tell a time by itself. */
const OWN_WAY =
  /toISOString|toLocale(?:Date|Time)String|DateTimeFormat|localMoment|\.slice\(0, ?(?:10|16|19)\)|'[^']* UTC'|\} UTC/;
/** A field that is an instant, put into a text as it is. */
const RAW_INSTANT = /\$\{(?:\w+\.)?\w+_at\}|\$\{\w+\.(?:at|until|since)\}/;
const CLI = join(import.meta.dirname, '../../src/app/cli');
const files = readdirSync(CLI, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== 'times.ts')
  .map((name) => relative('.', name));

it.each(files)('%s shows times by times.ts alone, and names their zone', (name) => {
  const source = readFileSync(join(CLI, name), 'utf8');
  const lines = source.split('\n').map((line) => line.trim());
  expect(lines.filter((line) => !line.startsWith('//') && (OWN_WAY.test(line) || RAW_INSTANT.test(line)))).toEqual([]);
  // Whoever makes the times of an output names their zone: in its head, or beside the one time.
  if (/\btimesOf\(/.test(source)) expect(source).toMatch(/\.head\b|\bnamed\b|\bzone\}|formatChange|explainEnrollment/);
});
