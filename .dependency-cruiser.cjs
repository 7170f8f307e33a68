// The import table of CONTRIBUTING.md as rules: which room may import which. `npm run check:imports` carries them out.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Lowest first: a wing imports itself and those before it. */
const WINGS = ['shared', 'v2', 'language', 'core', 'runtime', 'app'];
/** They stand at the top, beside `src`, and belong to a wing all the same. */
const AT_THE_TOP = { activities: 'runtime', workflows: 'runtime' };
const PURE = [
  'src/shared/kit',
  'src/shared/identity',
  'src/shared/mail',
  'src/v2/contract',
  'src/language',
  'src/core',
  'src/app/api-contract',
  'src/app/api-client',
  'src/app/console',
  'workflows',
];

const page = readFileSync(join(__dirname, 'CONTRIBUTING.md'), 'utf8');

/** Room → what it may import, both by their paths: a row of the page reads | `src/core/engine` | what it holds | `shared/kit, language/plan` |. */
const table = Object.fromEntries(
  [...page.matchAll(/^\| `(src\/[\w-]+\/[\w-]+|activities|workflows)\/?` \|.*\| ([^|]+) \|$/gm)].map(
    ([, room, cell]) => [room, cell === 'nothing' ? [] : cell.split(', ').map(pathOf)],
  ),
);

function pathOf(name) {
  // But for the demo, which a rule of its own keeps apart.
  if (name === 'all of src but app/demo') return 'src';
  return name in AT_THE_TOP ? name : `src/${name}`;
}

/** The rooms within the V2 service, lowest first: a room imports only those before it. */
const SERVICE = 'src/v2/service';
const [, rows = ''] = /^Rows of `src\/v2\/service`, lowest first: (.*)$/m.exec(page) ?? [];
const serviceRooms = [...rows.matchAll(/`([\w-]+)`/g)].map(([, room]) => `${SERVICE}/${room}`);

const anyOf = (paths) => `^(${paths.join('|')})/`;
const roomsOf = (wing) => [`src/${wing}`, ...Object.keys(AT_THE_TOP).filter((room) => AT_THE_TOP[room] === wing)];

/** The stages of a step, in their order: each knows those before it, and `perform.ts` puts them together. */
const STAGES = ['look', 'admit', 'call', 'record', 'reconcile'];
const stageRules = STAGES.slice(0, -1).map((stage, at) => ({
  name: `the stage ${stage} imports no later stage`,
  severity: 'error',
  from: { path: `^activities/${stage}/` },
  to: { path: anyOf(STAGES.slice(at + 1).map((later) => `activities/${later}`)) },
}));

const roomRules = Object.entries(table).map(([room, allowed]) => ({
  name: `${room} imports only what the table allows`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: {
    path: anyOf(['src', 'workflows', 'activities', 'test']),
    pathNot: [room, ...allowed].map((path) => `^${path}/`),
  },
}));

const wingRules = WINGS.slice(0, -1).map((wing, at) => ({
  name: `${wing} imports no higher wing`,
  severity: 'error',
  from: { path: anyOf(roomsOf(wing)) },
  to: { path: anyOf(WINGS.slice(at + 1).flatMap(roomsOf)) },
}));

const serviceRules = serviceRooms.map((room, at) => ({
  name: `${room} imports only rooms of the V2 service that stand before it`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: `^${SERVICE}/`, pathNot: serviceRooms.slice(0, at + 1).map((allowed) => `^${allowed}/`) },
}));

module.exports = {
  table,
  serviceRooms,
  forbidden: [
    ...roomRules,
    ...wingRules,
    ...stageRules,
    ...serviceRules,
    {
      name: 'no room of the V2 service without a place in its rows',
      severity: 'error',
      from: { path: `^${SERVICE}/[^/]+/`, pathNot: serviceRooms.map((room) => `^${room}/`) },
      to: {},
    },
    {
      name: 'no room without a row in the import table',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(table).map((room) => `^${room}/`) },
      to: {},
    },
    {
      name: 'only the command that runs the demo reaches it',
      severity: 'error',
      from: {
        path: anyOf(['src', 'workflows', 'activities']),
        pathNot: '^src/app/(demo/|cli/commands/system/dev\\.ts$)',
      },
      to: { path: '^src/app/demo/' },
    },
    {
      name: 'who carries the actions of the V2 service out knows no adapter',
      severity: 'error',
      from: {
        path: '^src/v2/service/',
        // The adapters, who composes them and their settings; the control of the sandbox; the page where a person consents to a mailbox.
        pathNot:
          '^src/v2/service/(channels/(mail|sandbox|compose-channels\\.ts|channel-settings\\.ts)|sandbox/|hosted-pages/consent-routes\\.ts)',
      },
      to: { path: '^src/v2/service/channels/(mail|sandbox)/' },
    },
    {
      name: 'no adapter knows another one',
      severity: 'error',
      from: { path: '^src/v2/service/channels/(mail|sandbox)/' },
      to: { path: '^src/v2/service/channels/(mail|sandbox)/', pathNot: '^src/v2/service/channels/$1/' },
    },
    {
      name: 'pure rooms import no Node module',
      severity: 'error',
      from: { path: anyOf(PURE) },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no cycles, of types neither', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
