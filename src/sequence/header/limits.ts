import type { Cap, LimitClass, Plan, WarmUp } from '../../plan/plan.ts';
import { type CheckContext, itemsOf, readKeys, readMap, shorten } from '../check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { limitsForm } from '../schema/header/limits.ts';
import type { YamlValue } from '../yaml-value.ts';
import { checkWarmUp } from './warm-up.ts';

/** The key of each class in `limits`. */
export const LIMIT_KEYS = {
  visits: 'visit',
  invites: 'invite',
  messages: 'message',
  inmails: 'inmail',
  emails: 'email',
  credits: 'credits',
} as const satisfies Readonly<Record<string, LimitClass>>;

type LimitKey = keyof typeof LIMIT_KEYS;
const KEYS = Object.keys(LIMIT_KEYS) as LimitKey[];
const FIX = 'Write a whole number per day or per week, like 20/day, or both: [20/day, 80/week].';

interface CheckedLimits extends Pick<Plan, 'limits'> {
  readonly warm_up: WarmUp | undefined;
}

export function checkLimits(context: CheckContext, value: YamlValue): CheckedLimits {
  const map = readMap(context, value, 'limits', 'Write `limits: { invites: [20/day, 80/week] }`.');
  if (!map) return { limits: {}, warm_up: undefined };
  const entries = readKeys(context, map, { of: 'limits', known: keysOf(limitsForm) });
  const limits: { [limit in LimitClass]?: readonly Cap[] } = {};
  for (const key of KEYS) {
    const entry = entries.get(key);
    if (!entry) continue;
    if (entry.value.kind === 'list' && entry.value.items.length === 0) {
      context.report('SEQ019', entry.value.place, `an empty list is not a limit for ${key}`, FIX);
    }
    const caps = itemsOf(entry.value).flatMap((item) => readCap(context, key, item));
    for (const per of ['day', 'week'] as const) {
      if (caps.filter((cap) => cap.per === per).length > 1) {
        context.report('SEQ019', entry.value.place, `${key} have two limits per ${per}`, `Keep the lower of the two.`);
      }
    }
    if (caps.length > 0) limits[LIMIT_KEYS[key]] = caps.sort((a, b) => a.per.localeCompare(b.per));
  }
  const warmUp = entries.get('warm_up');
  return { limits, warm_up: warmUp && checkWarmUp(context, warmUp.value) };
}

function readCap(context: CheckContext, key: LimitKey, item: YamlValue): Cap[] {
  const parts = item.kind === 'text' ? /^\s*(\d{1,7})\s*(?:\/|per )\s*(day|week)\s*$/.exec(item.value) : null;
  if (parts) return [{ count: Number(parts[1]), per: parts[2] === 'week' ? 'week' : 'day' }];
  const written = item.kind === 'text' ? `"${shorten(item.value)}"` : item.kind === 'number' ? `${item.value}` : 'this';
  context.report('SEQ019', item.place, `${written} is not a limit for ${key}`, FIX);
  return [];
}
