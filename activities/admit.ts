import { draw } from '../src/calendar/draw.ts';
import type { PlaceQuestion } from '../src/calendar/find-place.ts';
import type { Binding } from '../src/calendar/why-later.ts';
import { scheduleZone, zoneOf } from '../src/calendar/zone-of.ts';
import type { PerformResult } from '../src/engine/perform.ts';
import { HOUR, SECOND } from '../src/kit/duration.ts';
import type { LimitClass } from '../src/plan/plan.ts';
import type { Queryable } from '../src/postgres/database.ts';
import { rulesOf } from '../src/slots/account-rules.ts';
import type { AccountRow } from '../src/store/accounts/account.ts';
import { lockAccount } from '../src/store/accounts/find-account.ts';
import { holdAccount } from '../src/store/accounts/hold-account.ts';
import { findIntent } from '../src/store/intents/find-intent.ts';
import type { IntentRequest, IntentRow } from '../src/store/intents/intent.ts';
import { mayOverwrite, writeIntent } from '../src/store/intents/write-intent.ts';
import { freeStepSlots } from '../src/store/slots/free-slots.ts';
import { addLine } from '../src/store/timeline/add-line.ts';
import { waitUntilBack } from './away.ts';
import type { StepContext } from './context.ts';
import type { StepDeps } from './deps.ts';
import { failWithin } from './fail-within.ts';
import { findBarred } from './find-barred.ts';
import { formatTime } from './format-time.ts';
import { lastLook } from './last-look.ts';
import { takePlace } from './slots/take-place.ts';
import { lineOf } from './store-outcome.ts';
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
    const barred = await findBarred(tx, context, admission.request);
    if (barred !== null) {
      const text = `${barred} is on the do-not-contact list`;
      return answer(await failWithin(deps, tx, context, 'SUPPRESSED', text));
    }
    const account = await lockAccount(tx, admission.request.account_id);
    if (!account) {
      const text = `the engine does not know the account ${admission.request.account_id}`;
      return answer(await failWithin(deps, tx, context, 'NO_ACCOUNT', text));
    }
    const away = await waitUntilBack(deps, tx, context, look.enrollment);
    if (away) return answer(away);
    const held = await heldUntil(deps, tx, account);
    if (held) return answer(await defer(deps, tx, context, account, { ...held, kind: 'account' }));
    const step = { enrollment_id: context.enrollment.id, node: context.request.node, visit: context.request.visit };
    const place = await takePlace(deps, tx, step, await questionOf(deps, tx, context, account, admission));
    if (place.is === 'never') {
      return answer(await failWithin(deps, tx, context, 'NO_FREE_PLACE', 'the limits leave no place for it'));
    }
    if (place.is === 'later') {
      return answer(
        await defer(deps, tx, context, account, {
          until: place.at,
          why: place.why.text,
          binding: place.why,
          kind: 'slot',
        }),
      );
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

async function questionOf(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  account: AccountRow,
  admission: Admission,
): Promise<PlaceQuestion> {
  const { enrollment, plan, lead } = context;
  return {
    step: context.key,
    sequence: enrollment.sequence,
    plan,
    account: await rulesOf(deps.settings, tx, account, plan),
    zone: scheduleZone(plan.schedule, { timezone: lead?.timezone ?? null }),
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
  wait: { readonly until: number; readonly why: string; readonly kind: 'account' | 'slot'; readonly binding?: Binding },
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
  return { status: 'deferred', until, kind: wait.kind, text, ...(wait.binding ? { binding: wait.binding } : {}) };
}
