import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import type { Rule } from '../../src/runtime/audit/exception.ts';
import { INVARIANTS } from '../engine-simulator/invariants.ts';
import { MUTATIONS } from '../engine-simulator/mutations.ts';
import { SCENARIOS } from '../faults/scenarios/index.ts';
import { classifyFiles } from '../runner/classify-files.ts';
import { nightlyItems } from '../runner/nightly-items.ts';

/** A mistake that a test plants in what it judges, to see the judge find it. */
interface Planted {
  readonly what: string;
  readonly file: string;
  /** A part of the test's title. */
  readonly test: string;
}

const audit = (what: string, test: string): Planted => ({ what, test, file: 'test/audit/audit.test.ts' });
const AUDITED: Readonly<Record<Rule, Planted>> = {
  contacted_twice: audit('a step that was done twice', 'reports a step that was done twice'),
  after_a_stop: audit('a call after a stop', 'reports a call after a stop'),
  after_do_not_contact: audit(
    'a call to somebody on the do-not-contact list',
    'reports a call to somebody who was on the',
  ),
  above_a_limit: audit('one call more than a limit allows', 'reports what is above a limit of the sequence'),
  ledger_denies: audit('a call that the ledger denies', 'reports a call that the ledger denies'),
  without_intent: audit(
    'a call of ours that the ledger has forgotten',
    'reports calls of ours that the ledger has forgotten',
  ),
  service_denies: audit('a call that only the ledger knows', 'reports a send that is done by the ledger alone'),
};
const JUDGES: Readonly<Record<string, readonly Planted[]>> = {
  '`overture audit`': Object.values(AUDITED),
  'The witness of the order of locks': [
    {
      what: 'locks in another order than everybody else takes them in',
      ...{ file: 'test/store/lock-witness.test.ts', test: 'the witness of the order of locks' },
    },
  ],
  '`npm run check`': [
    {
      what: 'an import that the table of rooms does not allow, or a circle of types',
      ...{ file: 'test/checks/import-rules.test.ts', test: 'refuse an import of a higher wing' },
    },
    {
      what: 'an import against the rows of the V2 service',
      ...{ file: 'test/checks/import-rules.test.ts', test: 'refuse to every room of the V2 service' },
    },
    {
      what: 'a connection that is opened past the dialer',
      ...{ file: 'test/checks/find-outgoing.test.ts', test: 'what opens connections' },
    },
    {
      what: 'a regular expression that a long text holds up',
      ...{ file: 'test/checks/judge-expression.test.ts', test: 'a regular expression' },
    },
    {
      what: 'a form of its own for an address, a phone number or a profile',
      ...{ file: 'test/checks/find-own-forms.test.ts', test: 'a form of its own' },
    },
    {
      what: 'a word that the field says otherwise',
      ...{ file: 'test/checks/find-private-words.test.ts', test: 'finds a private word' },
    },
  ],
  'Tests of the code as a whole': [
    {
      what: 'a migration that locks a large table, or of which a kill leaves half',
      ...{ file: 'test/checks/migrations-under-load.test.ts', test: 'reads all of people, which is locked' },
    },
    {
      what: 'a column or a table of which nobody says what an erasure does with it',
      ...{ file: 'test/checks/erasure-map.test.ts', test: 'a new column and a new table without an answer' },
    },
    {
      what: 'a test that waits for less long than a busy machine takes',
      ...{ file: 'test/checks/patience.test.ts', test: 'wait for what is to come' },
    },
    {
      what: 'a step kind that lacks a part',
      ...{ file: 'test/nightly/add-step-kind.test.ts', test: 'the types refuse what is forgotten' },
    },
  ],
  'The journal of `copies-put-back`': [
    { what: 'a step that somebody got twice', file: 'test/checks/journal.test.ts', test: 'that somebody got twice' },
    { what: 'what went out after a no', file: 'test/checks/journal.test.ts', test: 'after a no that was here' },
  ],
  'Tests of copies that were put back': [
    {
      what: 'a copy that is looked for by keys alone, beside a V2 service whose log has none',
      ...{ file: 'test/activities/keyless-calls.test.ts', test: 'a search by keys alone misses the copy' },
    },
  ],
  'The kit for channel adapters': [
    {
      what: 'an adapter that lacks a part',
      ...{ file: 'test/channel-kit/missing-part.test.ts', test: 'whose part the adapter lacks' },
    },
    {
      what: 'a call that cannot be written down once it has reached the network',
      ...{ file: 'test/channel-kit/folder.test.ts', test: 'runChannelKit' },
    },
  ],
  'Scenarios of accounts that could not be heard': [
    {
      what: 'a search for missed events that leaves out the inbox',
      ...{ file: 'test/events/gaps.test.ts', test: 'ends too soon by a search that leaves out the inbox' },
    },
    {
      what: 'a deadline that is decided by what has been heard',
      ...{ file: 'test/activities/looks-back.test.ts', test: 'passes for a walk that goes only by what it has heard' },
    },
  ],
};

const all = Object.values(JUDGES).flat();
const files = classifyFiles(PACKAGE_ROOT);
const night = nightlyItems(files, () => false);

/** The command that plays a scenario. */
function faultCommand({ name, short, cluster }: (typeof SCENARIOS)[number]): string {
  if (cluster) return `\`npm run test:cluster -- ${name}\``;
  return short ? '`npm run test:nightly -- --only faults`' : `\`npm run test:faults -- ${name}\``;
}

/** The shortest command of those that everybody runs. */
function commandOf(path: string): string {
  if (files.some((file) => file.path === path && file.when === 'always')) return '`npm test`';
  const item = night.find((one) => one.files?.includes(path));
  if (item === undefined) throw new Error(`nothing runs ${path}`);
  return `\`npm run test:nightly -- --only ${item.name}\``;
}

describe('the planted mistakes', () => {
  it('stand in docs/decisions/planted-mistakes.md with the command that finds each', async () => {
    await expect(page()).toMatchFileSnapshot('../../docs/decisions/planted-mistakes.md');
  });

  it.each(all)('are planted where the page says: $what', ({ file, test }) => {
    expect(readFileSync(join(PACKAGE_ROOT, file), 'utf8')).toContain(test);
  });
});

function page(): string {
  return `<!-- Generated from test/engine-simulator, test/faults and test/generated/planted-mistakes.test.ts by \`npm run generate\`; do not edit. -->
# Planted mistakes

A test that cannot fail proves nothing. These mistakes are planted in every run, and each is found by the command beside it: by \`npm test\`, but for what needs
kills or hours.

## In the engine, under the simulator

Each is found by one short history, which breaks the promise that the mistake is about; without the mistake the same history keeps every promise. How such histories are
found: [engine-simulator](engine-simulator.md#engines-with-a-mistake). \`npm run test:simulator -- --mutation <name>\` plants one.

| Mistake | What is wrong | Promise | Found by |
| - | - | - | - |
${MUTATIONS.map(({ name, what, breaks }) => row(`\`${name}\``, what, breaks, commandOf('test/engine-simulator/simulator.test.ts'))).join('\n')}

What the promises are:

| Promise | Says |
| - | - |
${Object.entries(INVARIANTS)
  .map((promise) => row(...promise))
  .join('\n')}

## In what is judged elsewhere

Judges are judged as well: a test plants the mistake in what they look at, and sees them find it.

| Judge | Mistake | Found by |
| - | - | - |
${Object.entries(JUDGES)
  .flatMap(([judge, planted]) => planted.map(({ what, file }) => row(judge, what, commandOf(file))))
  .join('\n')}

## Faults of a running system

Mistakes that need kills or hours are found where real processes are broken from outside and [judged from outside](faults-judged-from-outside.md).
\`npm run test:faults\` runs all of these but those on a cluster, which \`npm run test:cluster\` runs.

| Fault | What is broken | Found by |
| - | - | - |
${SCENARIOS.map((scenario) => row(`\`${scenario.name}\``, scenario.about, faultCommand(scenario))).join('\n')}

Some plant a mistake in what the roles run, and fail by it:

| Fault | Mistake | What is wrong | Found by |
| - | - | - | - |
${SCENARIOS.flatMap(({ name, mistakes = [] }) => mistakes.map((one) => row(`\`${name}\``, `\`${one.name}\``, one.what, `\`npm run test:faults -- ${name} --seed ${one.seed} --mistake ${one.name}\``))).join('\n')}
`;
}

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
