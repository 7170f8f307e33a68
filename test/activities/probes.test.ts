import { describe, expect, it } from 'vitest';
import { judge } from '../../activities/reconcile/look-for-effect.ts';
import { PROBES } from '../../activities/reconcile/probes.ts';
import type { Proof } from '../../activities/reconcile/proof.ts';
import { ACTIONS } from '../../src/v2/contract/actions.ts';

const done: Proof = { is: 'done', data: null, where: 'in the log' };
const whole: Proof = { is: 'absent', where: 'not in the inbox', alone: true };
const half: Proof = { is: 'absent', where: 'no invitation is pending', alone: false };
const otherHalf: Proof = { is: 'absent', where: 'the log shows none', alone: false };
const unclear: Proof = { is: 'unclear', why: 'the log does not say' };
const doubted: Proof = { is: 'unclear', why: 'the service does not know', doubted: true };
const unreadable: Proof = { is: 'unreadable', why: 'the service is away' };

describe('the probes', () => {
  it('read what the contract names, what is free first', () => {
    const read = new Set(
      Object.values(PROBES)
        .flat()
        .map(({ read }) => read),
    );
    const named = ACTIONS.flatMap(({ reconciliation }) =>
      reconciliation.by === 'reading' ? reconciliation.probes : [],
    );
    expect([...read].sort()).toEqual([...new Set(named)].sort());
    for (const probes of Object.values(PROBES)) {
      const paid = probes.map(({ credits }) => credits !== '0');
      expect(paid).toEqual([...paid].sort());
    }
  });

  it.each<[string, readonly Proof[], Proof['is']]>([
    ['one proof that it went out', [unreadable, done, whole], 'done'],
    ['one whole proof that it did not', [unclear, whole], 'absent'],
    ['two halves', [half, otherHalf], 'absent'],
    ['one half', [half], 'unclear'],
    ['one half beside what does not say', [unclear, half], 'unclear'],
    ['a place that cannot be read now', [unclear, unreadable], 'unreadable'],
    ['half a proof beside a place that cannot be read now', [half, unreadable], 'unreadable'],
    ['a whole proof where the service does not know itself', [doubted, whole], 'unclear'],
    ['a proof that it went out, where the service does not know', [doubted, done], 'done'],
    ['nothing', [], 'unclear'],
  ])('say of %s what may be done', (_, seen, is) => {
    expect(judge(seen).is).toBe(is);
  });
});
