// Every regular expression that meets foreign text takes time in proportion to its length, whatever the text (docs/decisions/linear-expressions.md).
// It reads what `npm run judge:expressions` has found, and measures nothing: no machine is too slow for it.
import { collectExpressions } from './collect-expressions.ts';
import { judgeNow, keyOf, readVerdicts } from './expression-verdicts.ts';

const { files, expressions, problems } = await collectExpressions();
const { judge, linear } = readVerdicts();
const complaints = [...problems];

if (judge !== judgeNow()) {
  complaints.push(`test/checks/linear-expressions.json is of another judge (${judge}): npm run judge:expressions`);
} else {
  const found = new Set(linear.map(keyOf));
  const used = new Set(expressions.map(keyOf));
  for (const one of expressions.filter((one) => !found.has(keyOf(one))))
    complaints.push(`${one.where}: /${one.source}/${one.flags} is not judged yet: npm run judge:expressions`);
  for (const { source, flags } of linear.filter((one) => !used.has(keyOf(one))))
    complaints.push(`no code has /${source}/${flags} any more: npm run judge:expressions takes it off the list`);
}
for (const complaint of complaints) console.error(complaint);
console.log(`regular expressions: ${expressions.length} in ${files} files, ${complaints.length} complaints`);
if (expressions.length === 0 || complaints.length > 0) process.exitCode = 1;
process.exit();
