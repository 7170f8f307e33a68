// The import table of CONTRIBUTING.md: which folder may import which. `npm run check:imports` holds the two against
// each other, so a new folder needs its row there first.
const table = {
  'src/kit': [],
  'src/delivery': ['src/kit'],
  'src/contract': ['src/kit'],
  'src/plan': ['src/kit'],
  'src/expression': ['src/kit'],
  'src/sequence': ['src/plan', 'src/contract', 'src/expression', 'src/kit'],
  'src/engine': ['src/plan', 'src/kit'],
  'src/calendar': ['src/plan', 'src/kit'],
  'src/store': ['src/plan', 'src/kit'],
  'src/v2-client': ['src/contract', 'src/kit'],
  'src/events': ['src/store', 'src/v2-client', 'src/temporal', 'src/engine', 'src/contract', 'src/plan', 'src/kit'],
  'src/temporal': ['src/engine', 'src/plan', 'src/kit'],
  'src/enroll': [
    'src/sequence',
    'src/plan',
    'src/store',
    'src/temporal',
    'src/engine',
    'src/v2-client',
    'src/contract',
    'src/calendar',
    'src/kit',
  ],
  'src/api': [
    'src/enroll',
    'src/events',
    'src/delivery',
    'src/calendar',
    'src/plan',
    'src/sequence',
    'src/store',
    'src/temporal',
    'src/engine',
    'src/kit',
  ],
  'src/v2-service': ['src/contract', 'src/delivery', 'src/kit'],
  'src/cli': ['src'],
  'src/main': ['src', 'activities'],
  workflows: ['src/engine', 'src/plan', 'src/kit', 'activities'],
  activities: [
    'src/store',
    'src/calendar',
    'src/v2-client',
    'src/contract',
    'src/expression',
    'src/engine',
    'src/plan',
    'src/kit',
  ],
};

const folderRules = Object.entries(table).map(([from, allowed]) => ({
  name: `${from} imports only what the table allows`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^(src|workflows|activities|test)/',
    pathNot: [from, ...allowed].map((folder) => `^${folder}/`),
  },
}));

module.exports = {
  table,
  forbidden: [
    ...folderRules,
    {
      name: 'no folder without a row in the import table',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(table).map((folder) => `^${folder}/`) },
      to: {},
    },
    {
      name: 'pure folders import no Node module',
      severity: 'error',
      from: { path: '^(src/(kit|contract|plan|expression|sequence|engine|calendar)|workflows)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'workflows know activities by type only',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { path: '^activities/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'activities know the engine by type only',
      severity: 'error',
      from: { path: '^activities/' },
      to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
