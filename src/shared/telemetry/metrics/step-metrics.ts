import { counter, DAYS, histogram, LONG, SHORT } from './define.ts';

const roles = ['worker'] as const;

export const calls = counter({
  name: 'overture_calls_total',
  help: 'Calls of steps to the V2 service, by outcome: success, refused (nothing was done), unknown (nobody knows), unreachable (nothing was sent)',
  ...{ labels: ['account', 'channel', 'step', 'outcome'], roles },
});

export const sends = counter({
  name: 'overture_sends_total',
  help: 'Calls of steps that had their effect on a person: visits, invitations, messages, InMails, mails and the like',
  ...{ labels: ['account', 'channel', 'step'], roles },
});

export const refusals = counter({
  name: 'overture_refusals_total',
  help: 'Calls of steps that were refused, by the code of the V2 service',
  ...{ labels: ['account', 'channel', 'step', 'code'], roles },
});

export const inDoubt = counter({
  name: 'overture_in_doubt_total',
  help: 'Calls of steps of which nobody could say at once whether they had their effect; they are looked up, never sent again on a guess',
  ...{ labels: ['account', 'channel', 'step'], roles },
});

export const steps = counter({
  name: 'overture_steps_total',
  help: 'Steps that were performed, by what came of it: done, deferred (it waits), impossible, failed and the like',
  ...{ labels: ['step', 'result'], roles },
});

export const stepDuration = histogram({
  name: 'overture_step_duration_seconds',
  help: 'Wall time that performing a step took, with its call',
  ...{ labels: ['step'], roles, buckets: SHORT },
});

export const slotsBooked = counter({
  name: 'overture_slots_booked_total',
  help: 'Slots of accounts that steps were given, by whether the step went out at once (now) or waits for its slot (later)',
  ...{ labels: ['account', 'limit_class', 'when'], roles },
});

export const slotWait = histogram({
  name: 'overture_slot_wait_seconds',
  help: 'Virtual time until the slot that a step was given, for steps that wait for theirs',
  ...{ labels: ['limit_class'], roles, buckets: DAYS },
});

export const wakeLateness = histogram({
  name: 'overture_wakeup_lateness_seconds',
  help: 'Wall time from when an enrollment was due to when its step was looked at, by what it had waited for (time or slot)',
  ...{ labels: ['kind'], roles, buckets: LONG },
});

export const finished = counter({
  name: 'overture_enrollments_finished_total',
  help: 'Enrollments that ended, by outcome; `other` is any name that a sequence gives to an end',
  ...{ labels: ['outcome'], roles },
});
