// Judges the expressions that `linear-expressions.json` lacks, or all of them (`-- --all`), and writes down what it finds, unless it is
// only to check (`-- --check`).
import { collectExpressions } from './collect-expressions.ts';
import { judgeNow, keyOf, readVerdicts, type Verdicts, writeVerdicts } from './expression-verdicts.ts';
import { judgeExpression } from './judge-expression.ts';

const AT_ONCE = 2;

const judge = judgeNow();
const { expressions, problems } = await collectExpressions();
const known = process.argv.includes('--all') ? [] : knownVerdicts();
const found = new Map(known.map((one) => [keyOf(one), one]));
const linear: Verdicts['linear'][number][] = expressions.flatMap((one) => found.get(keyOf(one)) ?? []);
const queue = expressions.filter((one) => !found.has(keyOf(one)));
const judged = queue.length;
const complaints = [...problems];

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { where, source, flags } = next;
      const verdict = await judgeExpression(source, flags);
      if (verdict.is === 'linear') linear.push({ source, flags, found_by: verdict.found_by });
      else complaints.push(`${where}: rewrite /${source}/${flags}: ${verdict.why}. ${verdict.attack}`.trim());
    }
  }),
);
if (!process.argv.includes('--check')) writeVerdicts({ judge, linear });
for (const complaint of complaints) console.error(complaint);
console.log(`regular expressions: ${judged} of ${expressions.length} judged, ${complaints.length} not shown linear`);
process.exit(complaints.length === 0 ? 0 : 1);

/** None where another judge found them, or nobody did. */
function knownVerdicts(): Verdicts['linear'] {
  try {
    const verdicts = readVerdicts();
    return verdicts.judge === judge ? verdicts.linear : [];
  } catch {
    return [];
  }
}
