import { describe, expect, it } from 'vitest';
import { plantedBy } from './mistake.ts';
import { SCENARIOS } from './scenarios/index.ts';

const planted = SCENARIOS.flatMap(({ name, mistakes = [] }) =>
  mistakes.map((mistake) => [name, mistake.name, mistake] as const),
);

describe('a planted mistake', () => {
  it.each(planted)('of %s changes a text of what was built: %s', (_scenario, name, mistake) => {
    expect(plantedBy([mistake], name)).toHaveProperty('OVERTURE_FAULTS_MISTAKE');
  });

  it('whose text nothing says any more is refused', () => {
    const [, , mistake] = planted[0] ?? [];
    if (mistake === undefined) throw new Error('no scenario has a mistake');
    expect(() => plantedBy([{ ...mistake, find: 'no such text stands there' }], mistake.name)).toThrow(
      /nothing in dist/,
    );
  });
});
