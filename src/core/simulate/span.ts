import { DAY } from '../../shared/kit/duration.ts';
import { instantOf } from '../calendar/zone-offsets.ts';
import type { SimulationInput } from './simulation.ts';
import { DEFAULT_START } from './start.ts';

/** The span that is simulated. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly days: number;
  readonly zone: string;
}

export function spanOf({ plans, days, start = DEFAULT_START }: SimulationInput): Span {
  const [first] = plans;
  if (!first) throw new RangeError('a simulation needs a sequence');
  const { timezone, fallback_timezone } = first.schedule;
  const zone = timezone === 'lead' ? fallback_timezone : timezone;
  const local = Date.parse(start.length === 10 ? `${start}T00:00:00Z` : `${start}Z`);
  if (Number.isNaN(local)) throw new RangeError(`'${start}' is not a day such as ${DEFAULT_START}`);
  const midnight = Math.floor(local / DAY) * DAY;
  return { start: instantOf(local, zone), end: instantOf(midnight + days * DAY, zone), days, zone };
}
