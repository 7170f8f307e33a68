import { expect, it } from 'vitest';
import { PROBES, type Probe } from '../../activities/reconcile/probes.ts';
import { BREAKER } from '../../activities/record/break-circuit.ts';
import { type Meaning, WHAT_IT_DOES } from '../../activities/record/outcomes/meaning.ts';
import { OTHER_CODE, OUTCOMES, type OutcomeRow } from '../../activities/record/outcomes/outcome-table.ts';
import { DEFAULT_GUARDRAILS } from '../../src/runtime/store/accounts/guard-mailbox.ts';
import { BARE_ANSWERS } from '../../src/v2/client/bare-answers.ts';
import { ERROR_CODES } from '../../src/v2/contract/errors.ts';
import { mayHaveReached } from '../../src/v2/contract/may-have-reached.ts';
import { PLATFORMS } from '../../src/v2/contract/records/account.ts';

it('docs/outcomes.md says what the tables say', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/outcomes.md');
});

const codes: readonly string[] = [...ERROR_CODES, OTHER_CODE];
const rows = Object.entries(OUTCOMES);
const percent = (share: number) => `${share * 100} %`;

function page(): string {
  const { days, at_least, bounces, complaints } = DEFAULT_GUARDRAILS;
  return `<!-- Generated from activities/record/outcomes, activities/reconcile and src/v2/client by \`npm run generate\`; do not edit. -->
# Outcomes

What the engine makes of every answer of the V2 service, and of none.

## Refusals

A refusal is an outcome, not an error: each code has one meaning per channel, and some steps read it differently.

| Code | Professional | Messenger | Email | Other steps | Counts |
| - | - | - | - | - | - |
${rows
  .filter(([code]) => codes.includes(code))
  .map(refusal)
  .join('\n')}

\`${OTHER_CODE}\` stands for a code that the specification does not have. A \`CHANNEL_ERROR\` is read by its sub-code:

| Sub-code | Professional | Messenger | Email | Other steps | Counts |
| - | - | - | - | - | - |
${rows
  .filter(([code]) => !codes.includes(code))
  .map(refusal)
  .join('\n')}

An unknown sub-code is read as \`CHANNEL_ERROR\` alone. Status 501 is always \`fail\`: the service does not have the action.

**Counts**: a call with this answer may still have reached the network, so it counts against the limits of its class like one that
succeeded: its slot stays used, and a step that is tried again takes another one. A call that never left the service gives its slot back; so does a
call that found no service at all, or that the service never received according to its own log. \`overture audit\` counts
the same from the service's log. A call with an unknown outcome keeps its slot until the outcome is known; repeated under its key, it is one call.

| Meaning | What the engine does |
| - | - |
${Object.entries(WHAT_IT_DOES)
  .map(([meaning, text]) => `| \`${meaning}\` | ${text} |`)
  .join('\n')}

## Answers that are not the service's

An answer of a proxy, a gateway or another service that lacks the envelope, or has a code of its own, is read by its status: the first row that fits.

| Status | Read as | Why: the request |
| - | - | - |
${BARE_ANSWERS.map(({ status, code, why }) => `| ${status} | ${code === null ? 'unknown outcome' : `\`${code}\``} | ${why} |`).join('\n')}

- A 2xx that is not the whole envelope with the data of the action (HTML, half a body, \`{}\`, 204) is an unknown outcome, never a success.
- A connection that breaks after the request may have left, and an answer that does not come in time, are unknown outcomes.
- A connection that was never established (refused, name not found, TLS) proves that nothing was sent: the step waits a little.

## Unknown outcomes

Nothing is sent again until it is certain that it was not sent. Reads are repeated. What may be noticed but reaches nobody (visits, likes,
comments, withdrawals) is repeated under its \`Idempotency-Key\` if the service honors keys, and otherwise counts as done. For what
reaches a person, the engine looks in these places, the free ones first. The first proof that it went out ends the search.

${Object.entries(PROBES).map(probesOf).join('\n\n')}

That it was *not* sent needs one whole proof, or two half proofs from different places, and enough time that the call can no longer be running (the
time-out and a third). A half proof is not enough because people can undo things: an invitation that was declined at once looks like
one that was never sent. After six looks without proof a person is asked (\`overture tasks\`): \`sent\` or \`not_sent\`. A
place that cannot be read does not count as a look. If the answer itself arrives after all, it overrules what was read or said.

**Keys.** \`V2_IDEMPOTENCY_HONORED=1\` or \`0\` says whether the service honors \`Idempotency-Key\`. Without it the engine finds out, when it first
matters: it asks twice under one key for something free (\`check_connection\`), and only a service that says \`Idempotent-Replayed: true\`
counts as honoring keys.

**Frozen workers.** A call leaves within its lease (a sixth of the time-out, counted from before its intent is committed), or not at all:
the connection asks once more right before the first byte. An outcome that comes after another worker has sent the call again is not written.

## Accounts that wait

Why an account's calls wait is shown by \`GET /api/accounts\` (\`held\`), \`overture accounts\`, and by \`explain\` of each enrollment.

- **Slow down** (429): until \`Retry-After\`, doubling while it comes back; then its steps come back a quarter of a second apart.
- **Answers slowly** (a call took longer than three seconds): one call at a time in each worker. Whoever waits for it is told their turn by the pace of the answers,
  and is woken as soon as it comes, which is soon for all of them when the account answers fast again. Shown in the timeline and by \`explain\` only.
- **Not connected** (event \`disconnection\`, \`ACCOUNT_INACTIVE\`, or its status in the list of accounts): without a deadline. The list is read every
  15 s, free of charge; when the account is back its steps are woken at a measured pace, and book new slots. If its calls are
  refused although it is listed as connected, the list is read more and more rarely.
- **Credits** (402): everything that costs credits, for every account. The balance is read every 15 s, free of charge, once for all accounts.
- **Guardrails** of a mailbox: it pauses itself when, of at least ${at_least} mails of the last ${days} days (virtual time), ${percent(bounces)} have bounced for
  good or ${percent(complaints)} were reported as spam. It stays paused until a person resumes it: \`overture accounts resume ID\`, \`POST
  /api/accounts/{id}/resume\`. Earlier mails no longer count then.
- **Circuit breaker**: a campaign pauses itself when of its last ${BREAKER.last} steps at least ${BREAKER.most} failed for the same reason (code); an account likewise, by the steps whose
  calls went through it, unless the campaign paused. A step that takes its \`else\` has not failed. \`overture campaigns\`, \`accounts\`,
  \`explain\`, the API (\`paused\`, \`held\`, \`GET /api/holds\`), the console and the event stream (\`campaign.paused\`, \`account.paused\`) say why. It stays
  paused until a person resumes it (\`overture resume --campaign ID\`, \`overture accounts resume ID\`); earlier failures no longer count then.
- **The network's own limit** (\`INVITATION_LIMIT\`): that class alone, until the account's next week.
`;
}

function refusal([code, row]: [string, OutcomeRow]): string {
  const steps = Object.entries(row.steps ?? {}).map(([kind, meaning]) => `${kind}: ${word(meaning)}`);
  return `| \`${code}\` | ${PLATFORMS.map((channel) => word(row[channel])).join(' | ')} | ${steps.join(', ') || '–'} | ${mayHaveReached({ code }) ? 'yes' : 'no'} |`;
}

const word = (meaning: Meaning): string => `\`${meaning}\``;

function probesOf([send, probes]: [string, readonly Probe[]]): string {
  const name = send === 'message' ? 'message (professional network and messenger)' : send;
  const lines = probes.map(
    ({ read, credits, done, absent }) => `| \`${read}\` | ${credits} | ${done} | ${absent ?? 'says nothing'} |`,
  );
  return `### ${name}

| Read | Credits | It went out when | It did not when |
| - | - | - | - |
${lines.join('\n')}`;
}
