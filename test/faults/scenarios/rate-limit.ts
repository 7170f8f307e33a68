import { finding } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import { json } from '../system/v2-gate.ts';
import { readWatch } from '../watch.ts';
import { throughGate } from './answers.ts';

const RETRY_AFTER = 12;
/** Calls on their way when the first 429 is written, and the writing of what it says: slow under load. Commits are judged strictly. */
const CROSSING_MS = 6000;
const WINDOW_MS = 1000;
const BURST = 10;

/** Every storm refuses an account for some seconds: nothing of it may come earlier, and nothing all at once after. */
export const rateLimitStorm: Scenario = {
  name: 'rate-limit-storm',
  about: '429 storms: no call earlier than Retry-After, no burst after it',
  load: { leads: 60 },
  async play(run) {
    const storms = new Map<string, { from: number; until: number }>();
    const exceptions: string[] = [];
    const after = new Map<string, number[]>();
    let refused = 0;
    let storm = 0;
    await throughGate(run, async ({ account_id, key }, forward) => {
      if (account_id === null || key === null) return forward();
      const now = Date.now();
      const current = storms.get(account_id);
      if (current && now < current.until) {
        if (now > current.from + CROSSING_MS)
          exceptions.push(`a call of ${account_id} came ${current.until - now} ms early`);
        return limited(Math.ceil((current.until - now) / 1000));
      }
      if (current && now < current.until + 3 * WINDOW_MS) {
        const times = [...(after.get(account_id) ?? []), now].filter((time) => time > now - WINDOW_MS);
        after.set(account_id, times);
        if (times.length > BURST)
          exceptions.push(`${times.length} calls of ${account_id} within a second after the storm`);
      }
      if (run.random.next() < 0.03 && (!current || now > current.until + 5000)) {
        storms.set(account_id, { from: now, until: now + RETRY_AFTER * 1000 });
        storm++;
        run.fault('429');
        return limited(RETRY_AFTER);
      }
      return forward();
    });
    exceptions.push(...(await sentWhileBackingOff(run.system.engine_db)));
    return [
      finding(
        'Retry-After',
        'no call earlier than Retry-After, no burst after it',
        { storms: storm, refused },
        exceptions,
      ),
    ];

    function limited(seconds: number) {
      refused++;
      const error = { code: 'RATE_LIMITED', message: 'too many requests' };
      return json(429, { success: false, data: null, error }, { 'retry-after': String(seconds) });
    }
  },
};

/** Finds calls of accounts that were backing off, by the order of the commits: both hold the account's row. */
async function sentWhileBackingOff(engine: Run['system']['engine_db']): Promise<string[]> {
  const held = new Map<string, Date>();
  const exceptions: string[] = [];
  for (const { what, account_id, detail, wall_at, wall_until } of await readWatch(engine)) {
    if (account_id === null) continue;
    if (what === 'held' && wall_until !== null) held.set(account_id, wall_until);
    const until = held.get(account_id);
    if (what === 'let_out' && until !== undefined && wall_at < until)
      exceptions.push(`${detail} was let out though ${account_id} was held`);
  }
  return exceptions;
}
