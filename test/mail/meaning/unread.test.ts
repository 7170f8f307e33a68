import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { IS_NIGHT, sample } from '../../support/rounds.ts';
import { type Figures, figuresOf, takeSet } from './measure-set.ts';
import { bytesOfSet, readSet, UNREAD_SETS } from './unread-sets.ts';

/** In percent: what was aimed at when each set was opened. */
const AIMS: readonly (readonly [keyof Figures, number])[] = [
  ['wishes_found', 97],
  ['days_right', 95],
  ['machines_not_asked', 95],
  ['bounces_found', 95],
];

describe.each(UNREAD_SETS)('mails that others wrote: %s', (file) => {
  let figures: Figures;
  beforeAll(async () => {
    const entries = readSet(file);
    const ours = entries.filter((one) => 'sent' in one);
    figures = figuresOf(await takeSet([...ours, ...sample(entries.filter((one) => !('sent' in one)))]));
  });

  it('are those whose digest was committed before the rules that they judge were finished', () => {
    const digest = createHash('sha256').update(bytesOfSet(file)).digest('hex');
    expect(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')).toContain(`\`${digest}\``);
  });

  it('are never taken surely for a machine’s where a person wrote them', () => {
    const { of, wrong } = figures.people_kept;
    expect(of).toBeGreaterThan(40);
    expect(wrong.map(({ entry }) => `${entry.language} ${entry.program}`)).toEqual([]);
  });

  // A fifth of a set is too few to tell one percent from another.
  it.skipIf(!IS_NIGHT).each(AIMS)('%s: at least %i percent', (name, least) => {
    const { right, of } = figures[name];
    expect((100 * right) / of).toBeGreaterThanOrEqual(least);
  });
});
