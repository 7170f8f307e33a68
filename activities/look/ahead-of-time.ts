import type { StepAnswer, StepRequest } from '../../src/core/engine/contracts.ts';
import { type ClockSetting, isWallClock } from '../../src/shared/kit/clock.ts';
import { MINUTE } from '../../src/shared/kit/duration.ts';
import type { StepDeps } from '../deps.ts';

/**
 * Answers a walk that is ahead of virtual time; null: it is not. Where the clock was slowed down and the worker killed
 * before it could signal the walk, a timer of days fires after seconds: the step waits for its time, and the answer
 * carries the clock.
 */
export function untilItsTime({ clock }: StepDeps, { walk }: StepRequest): StepAnswer | null {
  const setting = clock.setting();
  if (walk === undefined || isWallClock(setting) || walk.entered_at <= clock.now()) return null;
  return { status: 'deferred', until: walk.entered_at, kind: 'time', text: 'Waits until it is due', clock: setting };
}

/**
 * Returns the clock for a walk that may have begun its step by an earlier one, or a deadline that it counts from now
 * would be in the past. Null: the clock has not changed for a while, or never.
 */
export function freshClock(
  { clock, wallNow }: Pick<StepDeps, 'clock' | 'wallNow'>,
  { walk }: StepRequest,
): ClockSetting | null {
  const setting = clock.setting();
  if (walk === undefined || isWallClock(setting) || setting.wall_origin < wallNow() - LONGEST_STEP) return null;
  return setting;
}

/** Wall milliseconds within which a step that was begun by an earlier clock has ended. */
const LONGEST_STEP = 2 * MINUTE;
