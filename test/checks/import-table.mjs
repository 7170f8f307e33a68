// Runs the import table and proves that it looked: a cruise that finds no module, or misses a folder, passes nothing.
import { readFileSync } from 'node:fs';
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

const told = tableOfContributing();
const untrue = folders.filter((folder) => told.get(folder) !== [...configuration.table[folder]].sort().join());

for (const { from, to, rule } of violations) console.error(`${from} → ${to}: ${rule.name}`);
for (const folder of missing) console.error(`${folder}: no module was cruised, so nothing was checked there`);
for (const folder of untrue) console.error(`${folder}: CONTRIBUTING.md says [${told.get(folder)}]`);
console.log(`import table: ${output.summary.totalCruised} modules, ${violations.length} violations`);
if (output.summary.totalCruised === 0 || violations.length + missing.length + untrue.length > 0) process.exitCode = 1;

/** Folder → what it may import, as the page says it: `store, kit; engine by type`. */
function tableOfContributing() {
  const rows = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `([\w/-]+?)\/?` \|.*\| ([^|]+) \|$/gm);
  return new Map(
    [...rows].map(([, folder, cell]) => {
      const names = cell === 'nothing' ? [] : cell.split(/[,;] /).map((name) => name.replace(/ by type$/, ''));
      return [folder, names.map(pathOf).sort().join()];
    }),
  );
}

function pathOf(name) {
  if (name === 'all of src') return 'src';
  return name === 'activities' || name === 'workflows' ? name : `src/${name}`;
}
