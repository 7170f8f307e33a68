import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { LIMIT_CLASSES, LIMIT_KEYS } from '../../plan/limit-class.ts';
import type { Cap, LimitClass, Plan, WarmUp } from '../../plan/plan.ts';
import { type CheckContext, itemsOf, readKeys, readMap, shorten } from '../check/check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { limitsForm } from '../schema/header/limits.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { checkWarmUp } from './warm-up.ts';

/** The key of a limit that belongs to no class: it counts emails by the domain they go to. */
export const PER_DOMAIN = 'emails_per_domain';
const FIX = 'Write a whole number per day or per week, like 20/day, or both: [20/day, 80/week].';

interface CheckedLimits extends Pick<Plan, 'limits'> {
  readonly emails_per_domain: Plan['emails_per_domain'] | undefined;
  readonly warm_up: WarmUp | undefined;
}

export const NO_LIMITS: CheckedLimits = Object.freeze({
  limits: {},
  emails_per_domain: undefined,
  warm_up: undefined,
});

export function checkLimits(context: CheckContext, value: YamlValue): CheckedLimits {
  const map = readMap(context, value, 'limits', 'Write `limits: { invites: [20/day, 80/week] }`.');
  if (!map) return NO_LIMITS;
  const entries = readKeys(context, map, { of: 'limits', known: keysOf(limitsForm) });
  const limits: { [limit in LimitClass]?: readonly Cap[] } = {};
  for (const name of LIMIT_CLASSES) {
    const key = LIMIT_KEYS[name];
    const caps = readCaps(context, key, entries.get(key)?.value);
    if (caps) limits[name] = caps;
  }
  const warmUp = entries.get('warm_up');
  return {
    limits,
    emails_per_domain: readCaps(context, PER_DOMAIN, entries.get(PER_DOMAIN)?.value),
    warm_up: warmUp && checkWarmUp(context, warmUp.value),
  };
}

function readCaps(context: CheckContext, key: string, value: YamlValue | undefined): readonly Cap[] | undefined {
  if (!value) return undefined;
  if (value.kind === 'list' && value.items.length === 0) {
    context.report('SEQ019', value.place, `an empty list is not a limit for ${key}`, FIX);
  }
  const caps = itemsOf(value).flatMap((item) => readCap(context, key, item));
  for (const per of ['day', 'week'] as const) {
    if (caps.filter((cap) => cap.per === per).length > 1) {
      context.report('SEQ019', value.place, `${key} have two limits per ${per}`, `Keep the lower of the two.`);
    }
  }
  return caps.length > 0 ? caps.sort((a, b) => compareTexts(a.per, b.per)) : undefined;
}

function readCap(context: CheckContext, key: string, item: YamlValue): Cap[] {
  const parts = item.kind === 'text' ? /^\s*(\d{1,7})\s*(?:\/|per )\s*(day|week)\s*$/.exec(item.value) : null;
  if (parts) return [{ count: Number(parts[1]), per: parts[2] === 'week' ? 'week' : 'day' }];
  const written = item.kind === 'text' ? `"${shorten(item.value)}"` : item.kind === 'number' ? `${item.value}` : 'this';
  context.report('SEQ019', item.place, `${written} is not a limit for ${key}`, FIX);
  return [];
}
