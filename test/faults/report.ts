import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatFinding } from './invariants.ts';
import type { Result } from './run-scenario.ts';

const IDS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11'];

/** Faults of the page of faults that no scenario plays yet. */
const NOT_YET = ['two workers racing for the last slot of the day: `test/slots`'];

export const passed = ({ findings, broke }: Result): boolean => broke === undefined && findings.every(({ ok }) => ok);

export const commandOf = ({ scenario, seed, leads, rounds }: Result): string =>
  `npm run test:faults -- ${scenario} --seed ${seed} --leads ${leads}${rounds > 0 ? ` --rounds ${rounds}` : ''}`;

/** Writes `faults-report.md` and returns where. */
export function writeReport(folder: string, results: readonly Result[], skipped: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'faults-report.md');
  writeFileSync(file, `${lines(results, skipped).join('\n')}\n`);
  return file;
}

function lines(results: readonly Result[], skipped: readonly string[]): string[] {
  return [
    '# Faults',
    '',
    `${results.filter(passed).length} of ${results.length} scenarios passed, ${new Date().toISOString()}.`,
    '',
    `| Scenario | Seed | Leads | Rounds | Faults | Effects | Doubts | done / not done / a person | Seconds | ${IDS.join(' | ')} | Own checks |`,
    `| - ${'| - '.repeat(IDS.length + 9)}|`,
    ...results.map(row),
    '',
    '## Again',
    '',
    ...results.map((result) => `- \`${commandOf(result)}\``),
    '',
    '## Figures',
    ...results.flatMap((result) => [
      '',
      `### ${result.scenario}, seed ${result.seed}`,
      '',
      '```',
      ...details(result),
      '```',
    ]),
    '',
    '## Not covered',
    '',
    ...[...skipped, ...NOT_YET].map((line) => `- ${line}`),
  ];
}

function row(result: Result): string {
  const { scenario, seed, leads, rounds, faults, seconds, findings, broke } = result;
  const figure = (id: string, name: string) => findings.find((each) => each.id === id)?.figures[name] ?? '–';
  const verdict = (id: string) => {
    const each = findings.find((candidate) => candidate.id === id);
    return each === undefined ? '–' : each.ok ? '✓' : '**✗**';
  };
  const own = findings.filter(({ id }) => !IDS.includes(id));
  const ownVerdict =
    broke !== undefined ? '**broke**' : own.map(({ id, ok }) => `${id} ${ok ? '✓' : '**✗**'}`).join(', ') || '–';
  const doubts = `${figure('I2', 'proven_done')} / ${figure('I2', 'proven_not_done')} / ${figure('I2', 'with_a_person')}`;
  return `| ${[scenario, seed, leads, rounds, faults, figure('I1', 'effects'), figure('I2', 'doubts'), doubts, seconds, ...IDS.map(verdict), ownVerdict].join(' | ')} |`;
}

const details = ({ findings, broke }: Result): string[] => [
  ...(broke === undefined ? [] : [broke]),
  ...findings.map(formatFinding),
];
