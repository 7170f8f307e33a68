import type { Clock } from '../../../../../../shared/kit/clock.ts';
import { virtualTime } from '../../../../../../shared/kit/clock.ts';
import { SECOND } from '../../../../../../shared/kit/duration.ts';

/**
 * The virtual time at which a server took a mail in. Servers tell whole seconds, of which one is an hour on a fast clock, so it is the end of
 * that second: an answer must not come before what it answers. Never in the future. On the wall's clock it is what the server says.
 */
export function arrivalOf(clock: Clock, at: number, wallNow = Date.now()): number {
  const setting = clock.setting();
  if (setting.speed === 1) return virtualTime(setting, at);
  return virtualTime(setting, Math.max(at, Math.min(at + SECOND, wallNow)));
}
