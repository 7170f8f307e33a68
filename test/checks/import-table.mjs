// Carries the import table out and proves that it looked: a cruise that finds no module, or misses a room, passes nothing.
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const { table, serviceRooms, forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const { output } = await cruise(
  ['src', 'workflows', 'activities'],
  { ruleSet: { forbidden }, validate: true, ...options },
  {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);

const rooms = Object.keys(table);
const roomOf = (path) => rooms.find((room) => path.startsWith(`${room}/`));
const used = new Set(
  output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => `${roomOf(source)} → ${roomOf(resolved)}`),
  ),
);
const sources = output.modules.map(({ source }) => source);

const complaints = [
  ...output.summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ from, to, rule, cycle }) => `${from} → ${cycle?.map(({ name }) => name).join(' → ') ?? to}: ${rule.name}`),
  ...[...rooms, ...serviceRooms]
    .filter((room) => !sources.some((source) => source.startsWith(`${room}/`)))
    .map((room) => `${room}: no module was cruised, so nothing was checked there`),
  ...rooms.flatMap((room) =>
    table[room]
      .filter((allowed) => allowed !== 'src' && !used.has(`${room} → ${allowed}`))
      .map((allowed) => `${room} → ${allowed}: CONTRIBUTING.md permits it, and no import uses it`),
  ),
];
for (const complaint of complaints) console.error(complaint);
console.log(`import table: ${output.summary.totalCruised} modules, ${complaints.length} complaints`);
if (output.summary.totalCruised === 0 || rooms.length === 0 || serviceRooms.length === 0 || complaints.length > 0)
  process.exitCode = 1;
