import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unaccounted } from '../../activities/reconcile/forgotten/match-calls.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';

const TOLERANCE = { before: HOUR, after: DAY, after_doubt: HOUR };
const ACTIONS = ['visit', 'invite'] as const;
const START = Date.parse('2026-03-02T09:00:00Z');

const call = fc.record({ action: fc.constantFrom(...ACTIONS), minute: fc.nat(10_000) });
const at = (minute: number) => new Date(START + minute * MINUTE);

it('leaves of a log exactly what was made after the copy, where the ledger has all before it', () => {
  fc.assert(
    fc.property(
      fc.array(call, { maxLength: 60 }),
      fc.nat(10_000),
      fc.integer({ min: -50, max: 300 }),
      (all, copy, lag) => {
        const logged = all.map(({ action, minute }) => ({ action, at: at(minute), minute }));
        const known = logged
          .filter(({ minute }) => minute <= copy)
          .map(({ action, minute }) => ({ action, at: at(minute - lag), in_doubt: false }));
        const left = unaccounted(logged, known, TOLERANCE);
        const forgotten = logged.filter(({ minute }) => minute > copy);
        expect(left).toHaveLength(forgotten.length);
        for (const action of ACTIONS) {
          const count = (calls: readonly { action: string }[]) => calls.filter((one) => one.action === action).length;
          expect(count(left)).toBe(count(forgotten));
        }
      },
    ),
    { numRuns: rounds(300) },
  );
});

it('lets a call in doubt account for what the log has about its time, and for nothing later', () => {
  const doubt = { action: 'invite', at: at(0), in_doubt: true };
  expect(unaccounted([{ action: 'invite', at: at(1) }], [doubt], TOLERANCE)).toEqual([]);
  const later = { action: 'invite', at: at(90) };
  expect(unaccounted([later], [doubt], TOLERANCE)).toEqual([later]);
  expect(unaccounted([later], [{ ...doubt, in_doubt: false }], TOLERANCE)).toEqual([]);
});
