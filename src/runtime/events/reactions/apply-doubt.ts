import { DEFAULT_OUT_OF_OFFICE } from '../../../language/plan/plan.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import {
  type AffectedEnrollment,
  findAffectedEnrollments,
  type LockedPerson,
} from '../../store/events/find-affected-enrollments.ts';
import { askWhatItMeans, endUnclear, markUnclear } from '../../store/tasks/unclear-reply.ts';
import type { Activity } from '../reading/read-activity.ts';
import { type Source, signal } from './apply-reaction.ts';

type InDoubt = Extract<Activity, { kind: 'in_doubt' }>;

const LONGEST = 2_000;

const QUESTIONS: Readonly<Record<InDoubt['doubt'], string>> = {
  who_wrote: "Is this an answer? It may be a machine's",
  wish: 'Is this an answer? They may want no more mail',
  return_day: 'Is this an answer? A machine seems to say how long they are away, and no day can be read',
};

/**
 * Nobody knows what a mail means: nothing is sent to these people until a person says it. One question for all of their enrollments; false: they
 * are in none where it matters, so that nobody is asked.
 */
export async function applyDoubt(
  tx: Queryable,
  people: readonly LockedPerson[],
  mail: InDoubt,
  event: Source,
  now: Date,
): Promise<boolean> {
  const affected: AffectedEnrollment[] = [];
  for (const person of people) affected.push(...(await findAffectedEnrollments(tx, person)));
  const open = affected.filter(({ finished }) => !finished);
  // Somebody who is in no sequence any more may still want no more mail.
  const [first] = mail.doubt === 'wish' ? [...open, ...affected] : open.filter((one) => isDoubtful(one, mail));
  if (first === undefined) return false;
  const ids = open.map(({ id }) => id);
  await markUnclear(tx, ids, event.occurred_at);
  await askWhatItMeans(tx, {
    enrollment_id: first.id,
    node: first.node,
    event_id: event.event_id,
    at: now,
    text: QUESTIONS[mail.doubt],
    preview: {
      subject: mail.author.subject,
      text: cutText(mail.own || mail.text, LONGEST),
      signs: mail.signs.map(({ sign, seen }) => ({ sign, seen })),
    },
  });
  // A step that waits for its slot gives it back now, not when its time comes.
  for (const enrollment of open) await signal(tx, enrollment, `${event.event_id}/unclear`, 'nudge', now);
  return true;
}

/** When they are back matters only where the sequence waits for it. */
function isDoubtful({ out_of_office }: AffectedEnrollment, { doubt }: InDoubt): boolean {
  const rule = out_of_office ?? DEFAULT_OUT_OF_OFFICE;
  return doubt !== 'return_day' || (rule.do === 'wait' && rule.until_back);
}

/** A person has said what the mail means, and what that leads to is written: what waited for it goes on. */
export async function endDoubt(tx: Queryable, leadIds: readonly string[], eventId: string, now: Date): Promise<void> {
  for (const id of await endUnclear(tx, leadIds, eventId)) {
    await signal(tx, { id }, `${eventId}/clear`, 'nudge', now);
  }
}
