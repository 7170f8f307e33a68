import type { WireFault } from './faults.ts';
import { change, forgetting, LOOK_FURTHER, misdating, onOutcome, over, without } from './mistakes.ts';
import type { Mutation } from './mutation.ts';
import {
  writeAnsweredMeanwhile,
  writeFailingAnswer,
  writeLastPlaceAnswered,
  writeSameClick,
  writeSuppressedInTime,
  writeTakenBackInTime,
  writeTypingInTime,
} from './write-aimed-script.ts';

const ANSWER_LOST = writeFailingAnswer((random) => ({
  wire: [random.pick<WireFault>(['lost_after', 'hangs', 'truncated', 'error_after'])],
}));

/** Mistakes with what people of ours write themselves. */
export const ANSWER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'answer-not-kept-from-suppressed',
    breaks: 'I7',
    write: writeSuppressedInTime,
    what: 'the last look of an answer does not read the do-not-contact list',
    rewrite: (statement) =>
      change(statement, /from found cross join lateral \(select id, kind, reason from suppressions/, (text) =>
        text.replace('limit 1) s order by', 'limit 1) s where false order by'),
      ),
  },
  {
    name: 'answer-not-taken-back',
    breaks: 'I7',
    write: writeTakenBackInTime,
    what: 'whoever sends an answer does not see under its lock that it was taken back',
    rewrite: (statement) =>
      change(statement, /^select \* from answers where id = \$1 for no key update/, (text) =>
        text.replace('select *', `select *, case state when 'withdrawn' then 'waiting' else state end as state`),
      ),
  },
  {
    name: 'answer-unseen-not-counted',
    breaks: 'I7',
    write: writeAnsweredMeanwhile,
    what: 'an answer goes out although its person has written meanwhile',
    rewrite: (statement) =>
      change(statement, /as unclear\s+from events\s+where/, (text) =>
        text.replace(/(from events\s+)where/, '$1where false and'),
      ),
  },
  {
    name: 'answer-of-each-click',
    breaks: 'I1',
    write: writeSameClick,
    what: 'the key of an answer is not that of its request, and nobody sees what is about to go',
    rewrite: (statement) =>
      change(
        change(statement, /^insert into answers/, (text) =>
          text.replace('select $1,', `select $1 || '_' || (select count(*) from answers),`),
        ),
        /^select \* from answers where lead_id = any/,
        (text) => text.replace('where', 'where false and'),
      ),
  },
  {
    name: 'answer-sent-again',
    breaks: 'I2',
    write: ANSWER_LOST,
    what: 'an answer whose outcome is unknown counts as not sent',
    mutate: onOutcome(async (outcome) =>
      outcome.kind === 'unknown' ? { kind: 'unreachable', reason: outcome.reason } : outcome,
    ),
  },
  {
    name: 'answer-proven-at-once',
    breaks: 'I1',
    write: writeFailingAnswer(() => ({ wire: ['lands_late'] })),
    what: 'an answer that is not there yet counts as never sent, while its call may still land',
    mutate: (step) => ({ ...step, settings: { ...step.settings, proof_after_ms: 0 } }),
  },
  {
    name: 'answer-without-lease',
    breaks: 'I1',
    write: writeFailingAnswer(() => ({ wire: [], frozen: 'sends' })),
    what: 'a worker that was frozen before it sent an answer sends it all the same',
    mutate: (step) => ({ ...step, settings: { ...step.settings, lease_ms: Number.POSITIVE_INFINITY } }),
  },
  {
    name: 'answer-forgotten',
    breaks: 'I8',
    write: writeFailingAnswer(() => ({ wire: ['lost_before'] })),
    what: 'nobody looks again after an answer of which it is not known whether it went out',
    rewrite: (statement) =>
      change(statement, /^select id, account_id from answers/, (text) =>
        text.replace("in ('waiting', 'sending')", "in ('waiting')"),
      ),
  },
  {
    name: 'answer-of-no-intent',
    breaks: 'I1',
    write: writeLastPlaceAnswered,
    what: 'an answer goes out whose intent was never committed',
    mutate: (step) => over(forgetting(step.db), step),
  },
  {
    name: 'answer-above-limit',
    breaks: 'I3',
    write: writeLastPlaceAnswered,
    what: 'the place of an answer is written as if it were of the year before',
    mutate: (step) => over(misdating(step.db), step),
  },
  {
    name: 'writer-not-seen',
    breaks: 'writer',
    write: writeTypingInTime,
    what: 'a step does not look whether somebody of ours writes to the person',
    rewrite: (statement) => change(statement, LOOK_FURTHER, (text) => text.replace(`p.status = 'writing'`, 'false')),
  },
  {
    name: 'writer-waits-for-no-step',
    breaks: 'writer',
    write: writeTypingInTime,
    what: 'who begins to write does not wait for a step that has looked already, and has not written its intent yet',
    rewrite: without(
      /^with wanted as materialized \(\s+select id from enrollments where lead_id/,
      ' for no key update',
    ),
  },
];
