import type { Binding } from '../../../language/plan/binding.ts';
import { LIMIT_KEYS } from '../../../language/plan/limit-class.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { unreachable } from '../../../shared/kit/result.ts';

/** Lists what a person could do so that a step that waits for its slot goes out earlier. */
export function whatWouldChange(binding: Binding, plan: Plan): string[] {
  const limited = binding.limit_class;
  const key = limited === undefined ? 'limits' : `limits.${LIMIT_KEYS[limited]}`;
  const cap = binding.count === undefined ? '' : `, now ${binding.count}${binding.per ? `/${binding.per}` : ''}`;
  const another = 'Another sender account beside this one.';
  const fewer =
    'When others leave the queue because of a reply or a stop, this step moves forward into a slot that becomes free.';
  switch (binding.constraint) {
    case 'hours':
      return [`Wider hours in the sequence: schedule.hours, read in ${zoneInWords(plan)}.`];
    case 'holiday':
      return [`Fewer holidays in the sequence: schedule.holidays, now ${(plan.schedule.holidays ?? []).join(', ')}.`];
    case 'day_cap':
    case 'week_cap':
      return [`A higher limit in the sequence: ${key}${cap}.`, another, fewer];
    case 'domain_cap':
      return [`A higher limit in the sequence: limits.emails_per_domain${cap}.`, another, fewer];
    case 'warm_up':
      return [
        `A faster warm-up: limits.warm_up, now ${plan.warm_up?.start ?? 0}/day and ${plan.warm_up?.grow ?? 0} more each day.`,
        another,
      ];
    case 'spacing': {
      const { spacing } = plan.schedule;
      const now = spacing ? `, now ${spacing.min / 60_000}m..${spacing.max / 60_000}m` : '';
      return [`Shorter spacing between two sends: schedule.spacing${now}.`, another];
    }
    case 'day_end':
      return ['Only time: around midnight it is uncertain for which day a send counts.'];
    case 'credits':
      return [`A higher limit in the sequence: limits.credits${cap}.`];
    case 'mailbox':
      return ['A higher daily limit of the mailbox itself.', another];
    case 'profile':
      return ['A higher tier of the account at the network; its limits are data in limits/.', another];
    case 'network':
      return ['Nothing: the network itself refuses more until then.', another];
    case 'inmails':
      return [
        'Nothing until the seat gets its next InMails, on the first of the month.',
        'Without `when_none_left: wait` the step takes its `else` at once.',
        another,
      ];
    case 'unlocks':
      return ['Nothing until the first of the month; another account has its own unlocks.', another];
    case 'share':
      return ['A greater weight of its campaign; answers to people always go first.', another];
    case 'writer':
      return ['When the answer has gone, was taken back, or is no longer being written, it continues by itself.'];
    case 'unheard':
      return [
        'When the account has been heard again, what happened by the deadline decides by itself: connect it again where it is signed out.',
        'Do not wait for that: overture skip ID, or POST /api/enrollments/{id}/skip.',
      ];
    case 'unmatched':
      return [
        'When the V2 service has said who wrote it, it continues by itself, or ends where it was this person.',
        'Say whose message it is, or leave it: overture events unmatched, or GET /api/conversations/unmatched.',
      ];
    default:
      return unreachable(binding.constraint);
  }
}

function zoneInWords({ schedule }: Plan): string {
  return schedule.timezone === 'lead' ? "the lead's own time zone" : schedule.timezone;
}
