import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { CALLS, OWN_STEPS } from '../../src/language/plan/node.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Files where each kind says what it is; what others want to know of it is a part of its descriptor. */
const DESCRIPTORS =
  /^(?:src\/language\/plan\/nodes|src\/language\/sequence\/steps|src\/core\/simulate\/calls|activities\/steps)\//;

/** Each holds a rule of one kind, which no other one can meet. */
const RULES_OF_ONE: readonly string[] = [
  ...['activities/admit/admit.ts', 'activities/record/conclude.ts', 'activities/reconcile/lost-walks/resume-state.ts'],
  ...['activities/look/last-look.ts', 'activities/look/look-back.ts'],
  ...['src/app/api/explain/explain-wait.ts', 'src/app/api/routes/results.ts', 'src/app/api/routes/simulate.ts'],
  'src/app/api/split-versions.ts',
  'src/app/cli/simulate/format-simulation.ts',
  ...['src/core/calendar/next-send.ts', 'src/core/engine/take-result.ts', 'src/core/engine/take-time.ts'],
  ...['src/core/simulate/accounts/needed-tiers.ts', 'src/core/simulate/accounts/simulated-accounts.ts'],
  ...['src/core/simulate/people/simulated-leads.ts', 'src/core/simulate/walk/walker.ts'],
  ...['src/core/simulate/sequence-tests/check-test-file.ts', 'src/core/simulate/sequence-tests/play-test.ts'],
  ...['src/core/simulate/sequence-tests/script.ts', 'src/language/sequence/compile/compile.ts'],
  ...['src/language/fit/find-unfit.ts', 'src/language/fit/may-fail.ts', 'src/language/fit/walk-paths.ts'],
  'src/language/fit/wrong-with-edit.ts',
  ...['src/language/sequence/lints/lint-steps.ts', 'src/language/versions/map-position.ts'],
  'src/language/sequence/lints/outrun.ts',
  ...['src/language/sequence/proofs/declared-types.ts', 'src/language/fit/look-ahead.ts'],
  ...['src/language/sequence/proofs/email.ts', 'src/language/sequence/proofs/made.ts'],
  ...['src/language/sequence/proofs/note-length.ts', 'src/language/sequence/proofs/reply.ts'],
  ...[
    'src/language/sequence/proofs/run.ts',
    'src/runtime/audit/find-exceptions.ts',
    'src/runtime/slots/read-capacity.ts',
  ],
];

/** Files that ask for kinds of other things: of names and of messages. */
const OTHER_KINDS: readonly string[] = [
  ...['src/runtime/conversations/last-mail.ts', 'src/runtime/erasure/person-names.ts'],
  ...['src/runtime/enroll/admission/lock-people.ts', 'src/runtime/enroll/admission/read-conflicts.ts'],
  ...['src/runtime/enroll/leads/change-lead.ts', 'src/runtime/events/bounces/note-reports.ts'],
  ...[
    'src/runtime/events/ingest-event.ts',
    'src/runtime/events/ingest-writing.ts',
    'src/runtime/events/match/match-lead.ts',
  ],
  'src/runtime/events/reactions/suppress-author.ts',
  ...['src/runtime/events/reading/judge-message.ts', 'src/runtime/events/reading/read-activity.ts'],
  'src/runtime/store/suppressions/suppression-names.ts',
  'src/v2/service/channels/sandbox/professional/send.ts',
];

// A branch of every walk ends, and only there a node has no next: types ask for it by name.
const KINDS = [...Object.keys(CALLS), ...Object.keys(OWN_STEPS)].filter((kind) => kind !== 'end');
const BY_NAME = new RegExp(
  `(?:\\b(?:node|from|to|body|step|item)\\??\\.|(?<![.\\w]))kind [!=]== '(?:${KINDS.join('|')})'`,
);

it('a step is asked for its kind where that is said, and in rules of one kind', () => {
  const found = ['src', 'activities', 'workflows']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => BY_NAME.test(readFileSync(file, 'utf8')))
    .map((file) => relative(ROOT, file))
    .filter((file) => !DESCRIPTORS.test(file));
  expect(found.sort()).toEqual([...RULES_OF_ONE, ...OTHER_KINDS].sort());
});

it('a new kind changes no switch: no file asks for more than two kinds by name', () => {
  const kinds = new Set<string>([...Object.keys(CALLS), ...Object.keys(OWN_STEPS)]);
  // Limit classes have the names of the steps that they count.
  for (const counted of ['visit', 'invite', 'message', 'inmail', 'email']) kinds.delete(counted);
  const named = (text: string): number =>
    new Set([...text.matchAll(/\bcase '(\w+)':/g)].flatMap(([, word = '']) => (kinds.has(word) ? [word] : []))).size;
  expect(named("case 'like':\ncase 'react':\ncase 'like':\ncase 'other':")).toBe(2);
  const files = ['src', 'workflows', 'activities'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(ROOT, folder, path)),
  );
  const modules = files.filter((path) => path.endsWith('.ts'));
  expect(modules.length).toBeGreaterThan(1000);
  expect(modules.filter((path) => named(readFileSync(path, 'utf8')) > 2)).toEqual([]);
});
