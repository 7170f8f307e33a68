import type { AccountRules } from '../../../core/calendar/caps.ts';
import { firstLimits } from '../../../core/calendar/first-limits.ts';
import { profileOf } from '../../../core/calendar/network-profile.ts';
import { isBounded } from '../../../core/calendar/slots-soon.ts';
import { scheduleZone, zoneOf } from '../../../core/calendar/zone-of.ts';
import type { LeadFields } from '../../../language/plan/lead.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { mailboxOf } from '../../slots/account-rules.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import type { NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
import type { NewQueue, QueueLimit } from '../../store/queues/ensure-queues.ts';
import type { Admission } from './admission.ts';

type Setting = Pick<Admission, 'accounts' | 'profiles'> & { readonly plan: Plan };
type Group = Pick<NewEnrollment, 'sequence' | 'digest' | 'campaign_id' | 'senders'>;

/** The group of people who are interchangeable with this one: whatever makes one of them wait, or lets one begin, does so for all. */
export function createQueueOf(setting: Setting, now: number): (enrollment: Group, lead: LeadFields) => NewQueue {
  const { plan } = setting;
  const placesFrom = new Map<string, readonly QueueLimit[]>();
  const queues = new Map<string, NewQueue>();
  return ({ sequence, digest, campaign_id, senders }, lead) => {
    const from = JSON.stringify(senders);
    let places = placesFrom.get(from);
    if (places === undefined) {
      places = placesOf(setting, senders, now);
      placesFrom.set(from, places);
    }
    // If nothing limits them, their zone makes no difference.
    const zone = places.length === 0 ? '' : scheduleZone(plan.schedule, lead);
    const group = `${campaign_id} ${zone} ${from}`;
    let queue = queues.get(group);
    if (queue === undefined) {
      const key = JSON.stringify([digest, campaign_id, zone, Object.values(senders).sort(), places.map(nameOf)]);
      queue = { key, sequence, digest, campaign_id, places };
      queues.set(group, queue);
    }
    return queue;
  };
}

const nameOf = ({ account_id, limit_class }: QueueLimit): string => `${account_id}:${limit_class}`;

function placesOf({ plan, accounts, profiles }: Setting, senders: Group['senders'], now: number): QueueLimit[] {
  const sender = (channel: string): AccountRow | undefined => accounts.find(({ id }) => id === senders[channel]);
  const { limits } = firstLimits(
    plan,
    ({ channel, limit_class }) => {
      const account = sender(channel);
      return (
        account !== undefined &&
        isBounded({
          plan,
          account: rulesOf(account, profiles),
          limit_class,
        })
      );
    },
    now,
  );
  return limits
    .flatMap(({ channel, limit_class }) => {
      const account_id = senders[channel];
      return account_id === undefined ? [] : [{ account_id, limit_class }];
    })
    .sort((a, b) => (`${a.account_id} ${a.limit_class}` < `${b.account_id} ${b.limit_class}` ? -1 : 1));
}

/** Without its first send, which changes how much it may send, never whether anything bounds it. */
function rulesOf(account: AccountRow, profiles: Setting['profiles']): AccountRules {
  const zone = zoneOf(account);
  const profile = profileOf(account, profiles);
  return { id: account.id, name: account.name, zone, profile, first_send_at: null, ...mailboxOf(account, zone) };
}
