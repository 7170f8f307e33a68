import { createRandom, drawOf } from './random.ts';
import type { ProcessFault } from './scheduler.ts';
import type { Script } from './script.ts';

const ON_WIRE = [
  'refused_connection',
  'lost_before',
  'lost_after',
  'lost_after',
  'error_before',
  'error_after',
  'rate_limited',
  'no_credits',
  'slow',
  'lands_late',
  'hangs',
  'truncated',
  'account_away',
] as const;
export type WireFault = (typeof ON_WIRE)[number] | 'none';

export interface Struck {
  readonly number: number;
  readonly what: string;
  readonly where: string;
}

/**
 * Decides where a fault strikes. Each place where one could is asked in its order, and answers by the seed and its number alone, so that one fault
 * can be left out and the others tried again.
 */
export class Faults {
  readonly struck: Struck[] = [];
  readonly #script: Script;
  readonly #isTime: () => boolean;
  #asked = 0;
  #aimed = 0;
  #froze = false;

  constructor(script: Script, isTime: () => boolean) {
    this.#script = script;
    this.#isTime = isTime;
  }

  processFaultOf(where: string): ProcessFault {
    const { aim } = this.#script;
    if (aim) return aim.frozen !== undefined && this.#isCall(where, aim.frozen) ? this.#freezeOnce(where) : 'none';
    return (
      this.#draw('fate', where, ['dies_before', 'dies_before', 'dies_after', 'dies_after', 'freezes'] as const, 1) ??
      'none'
    );
  }

  onStatement(where: string): 'no' | 'before' | 'after' {
    if (this.#script.aim) return 'no';
    return this.#draw('statement', where, ['before', 'after'] as const, where === 'sql commit' ? 3 : 0.3) ?? 'no';
  }

  /** A call is where it hurts, and there are few of them. */
  onWire(mortal: boolean, where: string): WireFault {
    const { aim } = this.#script;
    if (aim)
      return this.#isCall(`sends ${where}`, 'sends') ? this.#strike(where, aim.wire[this.#aimed++] ?? 'none') : 'none';
    return (mortal ? this.#draw('wire', where, ON_WIRE, 20) : null) ?? 'none';
  }

  /** One that has an effect, for reads have no key of a step. */
  #isCall(where: string, part: 'sends' | 'hears'): boolean {
    return (
      (where.startsWith(`${part} enr_`) || where.startsWith(`${part} ans_`)) &&
      !where.includes('/find') &&
      !where.includes('/latest_post')
    );
  }

  #freezeOnce(where: string): ProcessFault {
    if (this.#froze) return 'none';
    this.#froze = true;
    return this.#strike(where, 'freezes_long');
  }

  #strike<T extends string>(where: string, what: T | 'none'): T | 'none' {
    const number = this.#asked++;
    const { faults } = this.#script;
    if (what === 'none' || (faults !== null && !faults.includes(number))) return 'none';
    this.struck.push({ number, what, where });
    return what;
  }

  #draw<T extends string>(
    kind: 'fate' | 'statement' | 'wire',
    where: string,
    from: readonly [T, ...T[]],
    weight: number,
  ): T | null {
    const { seed, faults, fault_rate, most_faults } = this.#script;
    const number = this.#asked++;
    if (faults !== null && !faults.includes(number)) return null;
    if (!this.#isTime() || this.struck.length >= most_faults) return null;
    if (drawOf('fault', seed, number, kind) >= (fault_rate * weight) / 1000) return null;
    const what = createRandom('which', seed, number).pick(from);
    this.struck.push({ number, what, where });
    return what;
  }
}
