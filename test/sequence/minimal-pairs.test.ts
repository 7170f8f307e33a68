import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { DIAGNOSTICS } from '../../src/language/sequence/diagnostics/diagnostic-codes.ts';
import { KNOWN } from './known.ts';
import { EMAIL, LIMITS, REPLY, TABLE, XS } from './minimal-pairs.ts';

const codes = (text: string): string[] => [
  ...new Set(compileSequence(text, KNOWN).diagnostics.map((diagnostic) => diagnostic.code)),
];

describe('what is proven or warned of', () => {
  it.each(TABLE)('$code turns on $about', ({ code, text, wrong, right }) => {
    expect(text.split('@@')).toHaveLength(2);
    expect(codes(text.replace('@@', wrong))).toEqual([code]);
    expect(codes(text.replace('@@', right))).toEqual([]);
  });

  it('has counterparts for every proof and every lint', () => {
    const proofs = Object.keys(DIAGNOSTICS).filter((code) => code >= 'SEQ030' && code < 'SEQ070' && code !== 'SEQ040');
    const covered = new Set<string>(TABLE.map(({ code }) => code));
    expect(proofs.filter((code) => !covered.has(code))).toEqual([]);
  });

  it('refuses what a proof refuses and lets pass what is only warned of', () => {
    for (const { code, text, wrong } of TABLE) {
      const { ok } = compileSequence(text.replace('@@', wrong), KNOWN);
      expect([code, ok]).toEqual([code, DIAGNOSTICS[code].severity === 'warning']);
    }
  });

  it('lets a reply during a wait count where it stops nothing', () => {
    const text = `sequence: example\nstop_on: [bounce]\n${LIMITS}steps:\n  - ${EMAIL}\n  - wait: 1 day\n${REPLY}`;
    expect(codes(text)).toEqual(['SEQ053']);
  });

  it('knows nothing of tiers unless one is named', () => {
    const free = `sequence: example\nsenders: { professional: acc_free }\n${LIMITS}steps:\n  - invite: ${XS(250)}\n`;
    expect(compileSequence(free).diagnostics).toEqual([]);
  });
});
