import { expect, it } from 'vitest';
import { type RecordedFigure, readRecorded } from '../bench/recorded-figures.ts';

it('docs/benchmarks.md says what the recorded figures say', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/benchmarks.md');
});

function page(): string {
  return `<!-- Generated from test/bench/figures.json by \`npm run generate\`; do not edit. -->
# Benchmarks

What Overture costs and how fast it is, against the bare way of doing the same. The two take turns in one run on the same servers, so that a machine that is slow or
busy is so for both: go by the ratio. Seconds and bytes are those of the machine that they were measured on, which has two cores.

\`\`\`sh
npm run bench                          # all of it, in hours; its last lines are a table as the one below
npm run bench slots console            # these two
npm run bench -- --compare slots       # fails where a ratio is worse by a third than the recorded one
npm run bench -- --record slots        # writes what it measures to test/bench/figures.json; \`npm run generate\` then writes this page
\`\`\`

An aim is what we want, not what we have: the last column says which are met. **Load**: how many programs for each core wanted to compute when the bench began. At 0
the machine was idle; above it, others were at work beside.

| Bench | Figure | Aim | Measured | Against | Ratio | Met | Day | Load |
| - | - | - | - | - | - | - | - | - |
${readRecorded().map(rowOf).join('\n')}
`;
}

function rowOf({
  bench,
  figure,
  unit,
  aim,
  better,
  measured,
  against,
  ratio,
  measured_on,
  load,
}: RecordedFigure): string {
  const held = ratio ?? measured;
  const isMet = better === 'more' ? held >= aim : held <= aim;
  const sign = better === 'more' ? '≥' : '≤';
  return `| ${[
    bench,
    figure,
    ratio === null ? `${sign} ${aim} ${unit}` : `${sign} ${aim} of it`,
    ratio === null ? `${measured} ${unit}` : measured,
    against ?? '',
    ratio ?? '',
    isMet ? 'yes' : '**no**',
    measured_on,
    load.toFixed(1),
  ].join(' | ')} |`;
}
