import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'activities', 'workflows'];
/** More names than this nobody reads through. */
const FIRST_HITS = 5;

/** Questions of a newcomer, with the words that they would search for, and the one file to open. */
const SEARCHES: readonly { readonly what: string; readonly words: string; readonly file: string }[] = [
  { what: 'daily cap', words: 'daily cap', file: 'src/core/calendar/caps.ts' },
  { what: 'spacing between sends', words: 'spacing', file: 'src/core/calendar/next-free-slot.ts' },
  { what: 'warm-up of an account', words: 'warm-up', file: 'src/core/calendar/caps.ts' },
  { what: 'a 429 becomes a pause', words: '429', file: 'src/runtime/store/accounts/back-off-account.ts' },
  { what: 'throttle', words: 'throttle', file: 'src/runtime/outbox/token-bucket.ts' },
  { what: 'deduplicate events', words: 'deduplicate', file: 'src/runtime/store/events/insert-events.ts' },
  { what: 'verify a signature', words: 'verif.* signature', file: 'src/runtime/events/receive/verify-signature.ts' },
  { what: 'match a reply to a person', words: 'match.* reply', file: 'src/runtime/events/match/match-lead.ts' },
  {
    what: 'date in an out-of-office reply',
    words: 'out.of.office',
    file: 'src/runtime/events/reactions/return-date.ts',
  },
  { what: 'unsubscribe link', words: 'unsubscribe link', file: 'src/app/api/auth/unsubscribe.ts' },
  { what: 'idempotency key', words: 'idempotency.key', file: 'src/runtime/store/intents/intent.ts' },
  { what: 'credits: what a call is charged', words: 'charge', file: 'src/v2/contract/charge.ts' },
  { what: 'suppression (do-not-contact)', words: 'suppress', file: 'src/runtime/enroll/suppress.ts' },
  { what: 'retry and backoff', words: 'backoff', file: 'src/shared/kit/backoff.ts' },
  { what: 'sender choice', words: 'sender choice', file: 'src/language/plan/choose-sender.ts' },
  { what: 'plan digest', words: 'plan.?digest', file: 'src/language/plan/digest.ts' },
  { what: 'continue-as-new', words: 'continue-as-new', file: 'src/core/engine/walk-enrollment.ts' },
  { what: 'database migration', words: 'migration', file: 'src/shared/postgres/run-migrations.ts' },
  { what: 'session of a signed-in person', words: 'session', file: 'src/app/api/auth/session.ts' },
  { what: 'circuit breaker', words: 'circuit breaker', file: 'activities/record/break-circuit.ts' },
  { what: 'from YAML to a document with places', words: 'parse', file: 'src/language/sequence/yaml/parse.ts' },
  {
    what: 'codes of diagnostics',
    words: 'diagnostic code',
    file: 'src/language/sequence/diagnostics/diagnostic-codes.ts',
  },
  { what: 'A/B test', words: 'a/b test', file: 'src/language/plan/nodes/split.ts' },
  { what: 'holidays', words: 'holiday', file: 'src/core/calendar/holidays.ts' },
  { what: 'bounced mail', words: 'bounce', file: 'src/shared/mail/bounces/read-bounce.ts' },
  { what: 'calls into our own network (SSRF)', words: 'ssrf', file: 'src/shared/dial/policies.ts' },
  { what: 'metrics', words: 'prometheus', file: 'src/shared/telemetry/metrics/define.ts' },
  { what: 'sign-in by a provider (OpenID Connect)', words: 'oidc', file: 'src/app/api/auth/oidc.ts' },
  { what: 'encryption of what Temporal holds', words: 'encrypt', file: 'src/runtime/temporal/encryption-codec.ts' },
  { what: 'live stream of events', words: 'server-sent', file: 'src/app/api/routes/activity.ts' },
];

it('docs/find-it.md says which word leads to which file', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/find-it.md');
});

describe('the search for', () => {
  it.each(SEARCHES)('"$words" leads to $file at once', ({ words, file }) => {
    expect(firstHits(words)).toContain(file);
  });
});

function page(): string {
  return `<!-- Generated from test/generated/find-it.test.ts by \`npm run generate\`; do not edit. -->
# Find it

Where to look for what, by the words of the field. Each search is \`git grep -ilE "<words>" ${FOLDERS.join(' ')}\`; of what it lists, open the
file named here. Its name or the comment of what it exports holds the words: a test runs every search and fails where a file that holds them
only in passing would come before it.

| You look for | Search for | Open |
| - | - | - |
${SEARCHES.map(({ what, words, file }) => `| ${what} | \`${words}\` | [${file}](../${file}) |`).join('\n')}

The map of all rooms is in [CONTRIBUTING.md](../CONTRIBUTING.md).
`;
}

/**
 * Lists what the grep finds, in the order in which a reader opens it: by the file's name, then by the comments of what it
 * holds.
 */
function firstHits(words: string): string[] {
  const hits = execFileSync('git', ['grep', '-ilE', words, '--', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' });
  const ranked = hits
    .trim()
    .split('\n')
    .map((file) => ({ file, rank: rankOf(file, new RegExp(words, 'i')) }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, FIRST_HITS)
    .filter(({ rank }) => rank < PASSING)
    .map(({ file }) => file);
}

const PASSING = 3;

function rankOf(file: string, words: RegExp): number {
  const name = basename(file).replace(/\.\w+$/, '');
  const [found] = name.match(words) ?? [];
  if (found === name) return 0;
  if (found !== undefined) return 1;
  const outermost = readFileSync(`${ROOT}/${file}`, 'utf8').match(/^\/\*\*[\s\S]*?\*\//gm) ?? [];
  return outermost.some((comment) => words.test(comment.replaceAll(/\n \* /g, ' '))) ? 2 : PASSING;
}
