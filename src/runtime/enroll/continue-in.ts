import type { Plan } from '../../language/plan/plan.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { carryOver } from '../store/enrollments/carry-over.ts';
import type { Continuing } from '../store/enrollments/continuing.ts';
import type { NewEnrollment } from '../store/enrollments/insert-enrollments.ts';
import { addToOutbox } from '../store/outbox/add-to-outbox.ts';
import type { Admission, Enrolled, Person } from './admission/admission.ts';
import { admitPeople } from './admission/admit-people.ts';
import { lockPeople } from './admission/lock-people.ts';
import { type EnrollDeps, openAdmission } from './enroll-lead.ts';
import { fitToPlan } from './leads/fit-to-plan.ts';
import { type Refused, refused } from './refused.ts';

export interface NextSequence {
  readonly kind: 'next';
  /** Names are locked before rows: before the enrollment that ends. */
  readonly lock: (tx: Queryable) => Promise<void>;
  /** The new enrollment, in the transaction in which the old one ends. */
  readonly enroll: (tx: Queryable) => Promise<Enrolled>;
}

/** A `run` step: the person goes on in the current version of another sequence, from the same senders where they fit. */
export function continueIn(deps: EnrollDeps): (sequence: string, from: Continuing) => Promise<NextSequence | Refused> {
  return async (sequence, from) => {
    const admission = await openAdmission(deps, sequence, null);
    if (admission.kind === 'refused') return refused('unknown_sequence', `there is no sequence called ${sequence}`);
    const fit = fitToPlan(admission.version.plan, from.fields, from.vars);
    if (fit.kind === 'refused') return fit;
    const person = personOf(admission, { ...from, vars: fit.vars });
    return {
      kind: 'next',
      lock: async (tx) => void (await lockPeople(tx, admission, [person])),
      async enroll(tx) {
        const [enrolled] = await admitPeople(tx, admission, [person], deps.clock.now());
        if (enrolled === undefined) throw new Error('an admission gave no result');
        if (enrolled.kind === 'created') await inherit(tx, from.enrollment_id, enrolled.enrollment);
        return enrolled;
      },
    };
  };
}

/** A `wait_for: accepted_invitation` of the new walk must not wait for what has happened in the old one. */
async function inherit(tx: Queryable, from: string, { id, created_at }: NewEnrollment): Promise<void> {
  if (!(await carryOver(tx, from, id))) return;
  const payload = { id: `continues/${from}`, type: 'accepted_invitation' };
  await addToOutbox(tx, { kind: 'signal_enrollment', target_id: id, payload }, created_at);
}

function personOf({ version, accounts }: Admission, from: Continuing): Person {
  const { fields, identities, vars, enrollment_id, campaign_id } = from;
  const senders = Object.entries(from.senders).filter(([channel, id]) => fits(version.plan, channel, id));
  const known = senders.filter(([channel, id]) => accounts.some((one) => one.id === id && one.platform === channel));
  return {
    ...{ fields, identities, vars, senders: Object.fromEntries(known), continues: enrollment_id },
    ...(campaign_id === null ? {} : { campaign_id }),
  };
}

/** A pool that the sequence names for the channel is its own choice. */
function fits({ senders }: Plan, channel: string, id: string): boolean {
  const pool = Object.entries(senders).find(([name]) => name === channel)?.[1] ?? [];
  return pool.length === 0 || pool.includes(id);
}
