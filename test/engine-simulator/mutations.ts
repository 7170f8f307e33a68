import { createAdmissions } from '../../activities/create-activities.ts';
import { ANSWER_MUTATIONS } from './answer-mutations.ts';
import { ARM_MUTATIONS } from './arm-mutations.ts';
import { DOUBT_MUTATIONS } from './doubt-mutations.ts';
import { ERASURE_MUTATIONS } from './erasure-mutations.ts';
import type { WireFault } from './faults.ts';
import {
  change,
  forgetting,
  LAST_LOOK,
  misdating,
  notDistinguished,
  onOutcome,
  over,
  readingOnce,
  swallowing,
  without,
} from './mistakes.ts';
import type { Mutation } from './mutation.ts';
import { SPELLING_MUTATIONS } from './spelling-mutations.ts';
import {
  writeFailingCall,
  writeFreedPlace,
  writeLastPlace,
  writeLostWorkflow,
  writeRefusedRow,
  writeSameEvents,
  writeStopInTime,
  writeStopsInTime,
} from './write-aimed-script.ts';

const LOST_ANSWER = writeFailingCall((random) => ({
  wire: [random.pick<WireFault>(['lost_after', 'hangs', 'truncated', 'error_after'])],
}));

/** Engines with one mistake each: a simulator that finds none of them proves nothing. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-lock-of-enrollment',
    breaks: 'I7',
    write: writeStopInTime,
    what: 'the last look reads the stop flags without locking the enrollment',
    rewrite: without(LAST_LOOK, / for no key update.*$/),
  },
  {
    name: 'no-stop-look',
    breaks: 'I7',
    write: writeStopInTime,
    what: 'no step sees a stop flag or that a reply came',
    rewrite: (statement) =>
      /^\s*(?:select|with held as)/.test(statement.text)
        ? change(statement, /(?:from|join) enrollments/, (text) =>
            text
              .replace(/(?:\be\.)?\bstop_outcome,/, 'null::text as stop_outcome,')
              .replace(/(?:\be\.)?\breplied_at,/, 'null::timestamptz as replied_at,'),
          )
        : statement,
  },
  {
    name: 'no-lock-of-account',
    breaks: 'I3',
    write: writeLastPlace,
    what: 'two workers have a lane each for one account: places are counted without locking its row',
    rewrite: without(
      /from accounts where id = (?:\$1|any\(\$7\) order by id) for no key update/,
      / for no key update(?: skip locked)?(?=\s*(?:\)|$))/,
    ),
  },
  {
    name: 'intent-forgotten',
    breaks: 'I1',
    write: writeLastPlace,
    what: 'a call goes out whose intent was never committed',
    mutate: (step) => over(forgetting(step.db), step),
  },
  {
    name: 'retry-on-unknown',
    breaks: 'I2',
    write: LOST_ANSWER,
    what: 'a call whose outcome is unknown is made again at once',
    mutate: onOutcome(async (outcome, again) => (outcome.kind === 'unknown' ? again() : outcome)),
  },
  {
    name: 'unknown-is-not-done',
    breaks: 'I2',
    write: LOST_ANSWER,
    what: 'a lost answer counts as proof that nothing happened',
    mutate: onOutcome(async (outcome) =>
      outcome.kind === 'unknown' ? { kind: 'unreachable', reason: outcome.reason } : outcome,
    ),
  },
  {
    name: 'unknown-is-done',
    breaks: 'I1',
    write: writeFailingCall(() => ({ wire: ['lost_before'] })),
    what: 'a lost answer counts as done',
    mutate: onOutcome(async (outcome) =>
      outcome.kind === 'unknown' ? { kind: 'success', data: {}, credits: 0, replayed: false } : outcome,
    ),
  },
  {
    name: 'proof-at-once',
    breaks: 'I1',
    write: writeFailingCall(() => ({ wire: ['lands_late'] })),
    what: 'what is not there yet counts as never sent, while the call may still land',
    mutate: (step) => ({ ...step, settings: { ...step.settings, proof_after_ms: 0 } }),
  },
  {
    name: 'no-lease',
    breaks: 'I1',
    write: writeFailingCall(() => ({ wire: [], frozen: 'sends' })),
    what: 'a worker that was frozen before its call makes it all the same',
    mutate: (step) => ({ ...step, settings: { ...step.settings, lease_ms: Number.POSITIVE_INFINITY } }),
  },
  {
    name: 'no-fencing',
    breaks: 'I2',
    write: writeFailingCall(() => ({ wire: ['rate_limited', 'lands_late'], frozen: 'hears' })),
    what: 'the late outcome of an earlier call is written over a later one',
    rewrite: (statement) =>
      change(statement, /update intents/, (text) => text.replace(/sends = (\$2|a\.sends)/g, 'sends >= $1 - 1000')),
  },
  {
    name: 'keys-trusted',
    breaks: 'I2',
    write: writeFailingCall(
      () => ({ wire: ['lost_after'] }),
      () => 'visit',
    ),
    what: 'the service is taken to honor Idempotency-Key although it does not',
    mutate: (step) => ({ ...step, settings: { ...step.settings, idempotency_honored: true } }),
  },
  {
    name: 'event-again',
    breaks: 'I5',
    write: writeSameEvents,
    what: 'an event that was taken in is taken in again',
    rewrite: (statement) =>
      change(statement, /^select \* from events where event_id = any/, (text) =>
        text.replace(/ and state = 'pending'/, '').replace(' skip locked', ''),
      ),
  },
  {
    name: 'lost-not-looked-for',
    breaks: 'I8',
    write: writeLostWorkflow,
    what: 'nobody looks whether workflows are still there',
    rewrite: (statement) =>
      change(statement, /update enrollments set wall_looked_at = now\(\)/, (text) =>
        text.replace("status <> 'finished'", 'false'),
      ),
  },
  {
    name: 'places-not-counted',
    breaks: 'I3',
    write: writeLastPlace,
    what: 'a used place is written as if it were of the year before',
    mutate: (step) => over(misdating(step.db), step),
  },
  {
    name: 'places-not-seen',
    breaks: 'I3',
    write: writeLastPlace,
    what: 'those who are admitted together do not see which places the others are given',
    mutate: (step) => ({ ...step, calendars: { ...step.calendars, give: () => undefined } }),
  },
  {
    name: 'moves-not-seen',
    breaks: 'I3',
    write: writeFreedPlace,
    what: 'those who move up into a freed place do not see that another one has moved there',
    mutate: (step) => ({ ...step, calendars: readingOnce(step.calendars) }),
  },
  {
    name: 'fails-for-all',
    breaks: 'shared',
    write: writeRefusedRow('in_statement'),
    what: 'a row that is refused fails for all who share its transaction',
    mutate: (step) => ({ ...step, admissions: createAdmissions(notDistinguished(step.db)) }),
  },
  {
    name: 'failure-swallowed',
    breaks: 'I1',
    write: writeRefusedRow('at_commit'),
    what: 'a transaction whose commit is refused counts as committed for all who share it',
    mutate: (step) => ({ ...step, admissions: createAdmissions(swallowing(step.db)) }),
  },
  {
    name: 'account-before-enrollment',
    breaks: 'deadlock',
    write: writeStopsInTime,
    what: 'a stop locks the accounts before the enrollment that it stops',
    rewrite: (statement) =>
      change(
        statement,
        /^update enrollments e\s+set stop_outcome/,
        (text) =>
          `with first as materialized (select id from accounts order by id for no key update)
         ${text.replace(/where e\.id = s\.enrollment_id/, '$& and (select count(*) from first) >= 0')}`,
      ),
  },
  ...ANSWER_MUTATIONS,
  ...ERASURE_MUTATIONS,
  ...ARM_MUTATIONS,
  ...SPELLING_MUTATIONS,
  ...DOUBT_MUTATIONS,
];
