import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NetworkProfile } from '../../src/core/calendar/network-profile.ts';
import { applySequence } from '../../src/runtime/enroll/apply/apply-sequence.ts';
import { addAccount, type Bench, openBench } from './fixtures.ts';

const profiles: readonly NetworkProfile[] = [
  {
    name: 'professional-free',
    caps: { invite: [{ count: 100, per: 'week' }] },
    note_length: 200,
    inmails_per_month: 0,
    for: { platform: 'professional' },
  },
];
const noteOf = (length: number): string =>
  `sequence: hello\nsenders: { professional: acc_free }\nlimits: { invites: 9/day }\nsteps:\n  - invite: ${'x'.repeat(length)}\n`;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await addAccount(bench.db, 'acc_free', 'professional');
});
afterAll(() => bench.close());

const codes = async (text: string): Promise<unknown[]> => {
  const applied = await applySequence({ ...bench, profiles }, text, { dry_run: true });
  if (!('diagnostics' in applied)) throw new Error(`refused: ${applied.kind}`);
  return [applied.kind, ...applied.diagnostics.map(({ code }) => code)];
};

describe('applying a sequence', () => {
  it('takes an account whose record shows no seat for what it may be', async () => {
    expect(await codes(noteOf(250))).toEqual(['created']);
  });

  it('holds a note against the tier that a person chose for the sender', async () => {
    await bench.db.query(`update accounts set profile = 'professional-free' where id = 'acc_free'`);
    expect(await codes(noteOf(250))).toEqual(['invalid', 'SEQ033']);
    expect(await codes(noteOf(200))).toEqual(['created']);
  });

  it('warns of a limit that the network does not tolerate', async () => {
    expect(await codes(noteOf(10).replace('9/day', '101/week'))).toEqual(['created', 'SEQ057']);
  });
});
