import { zoneOf } from '../src/calendar/zone-of.ts';
import type { PerformResult } from '../src/engine/perform.ts';
import { HOUR, SECOND } from '../src/kit/duration.ts';
import type { LimitClass } from '../src/plan/plan.ts';
import type { Queryable } from '../src/postgres/database.ts';
import type { AccountRow } from '../src/store/accounts/account.ts';
import { lockAccount } from '../src/store/accounts/find-account.ts';
import { holdAccount } from '../src/store/accounts/hold-account.ts';
import { findIntent } from '../src/store/intents/find-intent.ts';
import type { IntentRequest, IntentRow } from '../src/store/intents/intent.ts';
import { mayOverwrite, writeIntent } from '../src/store/intents/write-intent.ts';
import { freeStepSlots } from '../src/store/slots/free-slots.ts';
import { addLine } from '../src/store/timeline/add-line.ts';
import type { StepContext } from './context.ts';
import type { StepDeps } from './deps.ts';
import { formatTime } from './format-time.ts';
import { lastLook } from './last-look.ts';
import { draw } from './slots/draw.ts';
import { takePlace } from './slots/take-place.ts';
import { scheduleZone } from './slots/zones.ts';
import { endTitle, lineOf } from './store-outcome.ts';
import { worldAt, worldSpan } from './world-wall.ts';

export interface Admission {
  readonly request: IntentRequest;
  readonly limit_class: LimitClass | null;
  readonly credits: number;
  /** Lets a call out again whose outcome is in doubt, under the same key: for what the service does once per key only. */
  readonly repeat?: boolean;
}

export type Admitted =
  | { readonly is: 'go'; readonly intent: IntentRow }
  | { readonly is: 'answer'; readonly result: PerformResult }
  /** Another performer of this step was first. */
  | { readonly is: 'taken' };

/**
 * The last look at the stop flags, the place in the account's calendar and the intent, in one transaction: a committed stop
 * always wins, and no cap is exceeded at any commit.
 */
export async function admit(deps: StepDeps, context: StepContext, admission: Admission): Promise<Admitted> {
  return deps.db.transaction<Admitted>(async (tx) => {
    const look = await lastLook(deps, tx, context);
    if (look.is === 'answer') return answer(look.result);
    // Under the enrollment's lock, so before anything of an earlier performer is touched.
    const earlier = await findIntent(tx, context.key);
    const over = admission.repeat ? 'doubt' : 'not_done';
    if (earlier && !mayOverwrite(earlier.state, over)) return { is: 'taken' };
    const account = await lockAccount(tx, admission.request.account_id);
    if (!account) {
      const text = `the engine does not know the account ${admission.request.account_id}`;
      return answer(await refuse(deps, tx, context, 'NO_ACCOUNT', text));
    }
    const held = await heldUntil(deps, tx, account);
    if (held) return answer(await defer(deps, tx, context, account, { ...held, kind: 'account' }));
    const place = await takePlace(deps, tx, questionOf(context, account, admission));
    if (place.is === 'never') {
      return answer(await refuse(deps, tx, context, 'NO_FREE_PLACE', 'the limits leave no place for it'));
    }
    if (place.is === 'later') {
      return answer(await defer(deps, tx, context, account, { until: place.at, why: place.why, kind: 'slot' }));
    }
    const intent = await writeIntent(tx, {
      key: context.key,
      enrollment_id: context.enrollment.id,
      node: context.request.node,
      visit: context.request.visit,
      limit_class: admission.limit_class,
      request: admission.request,
      at: new Date(deps.clock.now()),
      over,
    });
    return { is: 'go', intent };
  });
}

const answer = (result: PerformResult): Admitted => ({ is: 'answer', result });

function questionOf(context: StepContext, account: AccountRow, admission: Admission) {
  const { request, enrollment, plan, lead } = context;
  return {
    step: { enrollment_id: enrollment.id, node: request.node, visit: request.visit },
    sequence: enrollment.sequence,
    plan,
    account,
    account_name: account.name,
    account_zone: zoneOf(account),
    zone: scheduleZone(plan.schedule, lead?.timezone ?? null),
    limit_class: admission.limit_class,
    credits: admission.credits,
  };
}

/** Why no call of the account may go out now, and until when. */
async function heldUntil(
  deps: StepDeps,
  tx: Queryable,
  account: AccountRow,
): Promise<{ until: number; why: string } | null> {
  const now = deps.clock.now();
  const wall = account.wall_held_until?.getTime() ?? 0;
  const until = Math.max(
    account.held_until?.getTime() ?? 0,
    wall > deps.wallNow() ? Math.max(now + 1, worldAt(deps, wall)) : 0,
  );
  if (until > now) return { until, why: account.held_reason ?? `${account.name} is on hold` };
  if (account.status === 'connected' || account.held_until !== null) return null;
  // Nobody tells when such an account is back: now and then one step finds out, and a refused call costs nothing.
  const why = `${account.name} is not connected (${account.status.replaceAll('_', ' ')})`;
  await holdAccount(tx, { account_id: account.id, until: new Date(now + HOUR), reason: why });
  return { until: now + HOUR, why };
}

async function defer(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  account: AccountRow,
  wait: { readonly until: number; readonly why: string; readonly kind: 'account' | 'slot' },
): Promise<PerformResult> {
  const now = deps.clock.now();
  let { until } = wait;
  if (wait.kind === 'account') {
    await freeStepSlots(tx, {
      enrollment_id: context.enrollment.id,
      node: context.request.node,
      visit: context.request.visit,
    });
    // All that wait for the account would come back in one burst.
    until += Math.round(worldSpan(deps, 5 * SECOND) * draw(`hold/${context.key}`));
  }
  const waits = wait.kind === 'slot' ? 'waits for its place' : 'waits for the account';
  const text = `${waits}: ${wait.why}`;
  await addLine(tx, {
    ...lineOf(context, new Date(now)),
    type: 'waiting',
    title: `Waits until ${formatTime(until, zoneOf(account))}: ${wait.why}`,
    once: `${context.request.node}/${context.request.visit}/waiting/${until}`,
  });
  return { status: 'deferred', until, kind: wait.kind, text };
}

async function refuse(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  code: string,
  text: string,
): Promise<PerformResult> {
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'failed',
    title: endTitle(context, 'failed', text),
    once: `${context.request.node}/${context.request.visit}/failed`,
  });
  return { status: 'failed', code, text };
}
