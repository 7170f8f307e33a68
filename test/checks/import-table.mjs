// Runs the import table and proves that it looked: a cruise that finds no module, or misses a folder, passes nothing.
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const configuration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const { output } = await cruise(
  ['src', 'workflows', 'activities'],
  {
    ruleSet: { forbidden: configuration.forbidden },
    validate: true,
    ...configuration.options,
  },
  {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);

const folders = Object.keys(configuration.table);
const seen = new Set(
  output.modules.map(({ source }) => folders.find((folder) => source.startsWith(`${folder}/`))).filter(Boolean),
);
const missing = folders.filter((folder) => !seen.has(folder));
const violations = output.summary.violations.filter(({ rule }) => rule.severity === 'error');

for (const { from, to, rule } of violations) console.error(`${from} → ${to}: ${rule.name}`);
for (const folder of missing) console.error(`${folder}: no module was cruised, so nothing was checked there`);
console.log(`import table: ${output.summary.totalCruised} modules, ${violations.length} violations`);
if (output.summary.totalCruised === 0 || violations.length > 0 || missing.length > 0) process.exitCode = 1;
