import type { WarmUp } from '../../plan/plan.ts';
import { type CheckContext, readKeys, readMap, shorten } from '../check/check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { warmUpForm } from '../schema/header/limits.ts';
import type { YamlEntry, YamlMap, YamlValue } from '../yaml/yaml-value.ts';

const FIX = 'Write `warm_up: { start: 5/day, grow: 2/day }`.';

/** The cap of the first day and what each day adds to it; counts per day. */
export function checkWarmUp(context: CheckContext, value: YamlValue): WarmUp | undefined {
  const map = readMap(context, value, '`warm_up`', FIX);
  if (!map) return undefined;
  const entries = readKeys(context, map, { of: '`warm_up`', known: keysOf(warmUpForm) });
  const start = readPerDay(context, map, 'start', entries.get('start'));
  const grow = readPerDay(context, map, 'grow', entries.get('grow'));
  return start === null || grow === null ? undefined : { start, grow };
}

function readPerDay(context: CheckContext, map: YamlMap, key: string, entry: YamlEntry | undefined): number | null {
  if (!entry) {
    context.report('SEQ008', map.place, `\`warm_up\` has no \`${key}\``, FIX);
    return null;
  }
  const { value } = entry;
  const count = value.kind === 'text' ? /^\s*(\d{1,7})\s*(?:\/|per )\s*day\s*$/.exec(value.value)?.[1] : undefined;
  if (count !== undefined) return Number(count);
  const written =
    value.kind === 'text' ? `"${shorten(value.value)}"` : value.kind === 'number' ? `${value.value}` : 'this';
  context.report('SEQ019', value.place, `${written} is not a number of sends per day`, FIX);
  return null;
}
