import { DateTime } from 'luxon';
import { DEFAULT_OUT_OF_OFFICE, type OutOfOffice } from '../../../language/plan/plan.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import {
  type AffectedEnrollment,
  findAffectedEnrollments,
  type LockedPerson,
} from '../../store/events/find-affected-enrollments.ts';
import { noteAbsence } from '../../store/events/note-reaction.ts';
import { readLead } from '../../store/leads/read-lead.ts';
import { addLine } from '../../store/timeline/add-line.ts';
import type { Activity } from '../reading/read-activity.ts';
import { applyToEnrollment, LONGEST_EXCERPT, placeOf, type Source, signal } from './apply-reaction.ts';
import { returnDate } from './return-date.ts';

/** A machine answered for the person: what that does to each of their enrollments, its sequence says. */
export async function applyAbsence(
  tx: Queryable,
  person: LockedPerson,
  answer: Pick<Extract<Activity, { kind: 'automatic' }>, 'text' | 'own' | 'returns_on'> & { readonly subject: string },
  event: Source & Pick<EventRow, 'decided'>,
  now: Date,
): Promise<void> {
  const lead = await readLead(tx, person.lead_id);
  for (const enrollment of await findAffectedEnrollments(tx, person)) {
    if (enrollment.finished) continue;
    const rule = enrollment.out_of_office ?? DEFAULT_OUT_OF_OFFICE;
    switch (rule.do) {
      case 'ignore':
        break;
      case 'stop':
        await applyToEnrollment(
          tx,
          enrollment,
          { type: 'reply', by: 'email', text: answer.own || answer.text, asks_to_stop: false },
          event,
          now,
        );
        break;
      case 'wait': {
        const zone = zoneOf(lead?.timezone ?? null, enrollment);
        const reader = {
          now: event.occurred_at.getTime(),
          zone,
          month_first: isMonthFirst(lead?.country ?? null, zone),
        };
        const given = answer.returns_on === null ? null : DateTime.fromISO(answer.returns_on, { zone }).toMillis();
        const named = rule.until_back
          ? (given ?? returnDate(answer.own, reader) ?? returnDate(answer.subject, { ...reader, after_word: true }))
          : null;
        // A mail that a person had to look at first may be days old, so its absence counts from their decision.
        const since = event.decided === null ? event.occurred_at : now;
        await wait(tx, enrollment, { rule, named, text: answer.own || answer.text, since }, event, now);
        break;
      }
      default:
        unreachable(rule);
    }
  }
}

async function wait(
  tx: Queryable,
  enrollment: AffectedEnrollment,
  absence: {
    readonly rule: Extract<OutOfOffice, { do: 'wait' }>;
    readonly named: number | null;
    readonly text: string;
    /** The time from which the sequence's own time is counted. */
    readonly since: Date;
  },
  event: Source,
  now: Date,
): Promise<void> {
  const { rule, named, text, since } = absence;
  const until = new Date(named ?? since.getTime() + rule.otherwise);
  const fresh = await addLine(tx, {
    type: 'away',
    title: named === null ? 'Automatic reply: sends wait' : 'Out of office',
    detail: { channel: 'email', text: cutText(text, LONGEST_EXCERPT), until },
    ...placeOf(enrollment, event),
  });
  if (!fresh) return;
  await noteAbsence(tx, enrollment.id, until);
  // A step that waits for its slot gives it back now, not when its time comes.
  await signal(tx, enrollment, event.event_id, 'nudge', now);
}

/** The person's own time zone; where it is not known, that of the sequence. */
function zoneOf(own: string | null, { schedule_zone, fallback_zone }: AffectedEnrollment): string {
  return (
    [own, schedule_zone, fallback_zone].find((zone) => zone !== null && DateTime.utc().setZone(zone).isValid) ?? 'UTC'
  );
}

/** Whether this person writes dates with the month first. */
export function isMonthFirst(country: string | null, zone: string): boolean {
  if (country !== null) return country.toUpperCase() === 'US';
  return US_ZONES.test(zone);
}

const US_ZONES =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Kentucky\/|Indiana\/|North_Dakota\/)|Pacific\/Honolulu)/;
