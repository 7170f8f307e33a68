import { Environment } from '@marcbachmann/cel-js';

/** The names that a condition may use: the fields of a lead, and the sequence's variables with their defaults. */
export interface ConditionNames {
  readonly lead: readonly string[];
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * `matches` is left out: a regular expression over a person's own text can take for ever. `has` is left out: an absent
 * field reads as an empty text, so it would always be true.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'size',
  'startsWith',
  'endsWith',
  'contains',
  'lowerAscii',
  'upperAscii',
  'trim',
  'int',
  'double',
  'string',
  'bool',
]);

const STATE = {
  connected: 'bool',
  invited: 'bool',
  replied: 'bool',
  label: 'string',
  has_email: 'bool',
  degree: 'int',
  premium: 'bool',
  last_step: 'string',
} as const;

const LIMITS = { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 50, maxCallArguments: 8 };

/** Making one takes longer than checking a condition with it, and most conditions see the same names. */
const made = new Map<string, Environment>();
const MOST_MADE = 64;

/** For checking: every name with its type, all else unknown. */
export function conditionEnvironment(names: ConditionNames): Environment {
  const types = Object.entries(names.vars).map(([name, value]) => [name, typeOf(value)]);
  const key = JSON.stringify([names.lead, types]);
  const earlier = made.get(key);
  if (earlier) return earlier;
  if (made.size >= MOST_MADE) made.clear();
  const environment = makeEnvironment(names);
  made.set(key, environment);
  return environment;
}

function makeEnvironment(names: ConditionNames): Environment {
  const lead = Object.fromEntries(names.lead.map((name) => [name, 'string']));
  const vars = Object.fromEntries(Object.entries(names.vars).map(([name, value]) => [name, typeOf(value)]));
  return withNumbers(new Environment({ limits: LIMITS }))
    .registerVariable({ name: 'lead', schema: lead })
    .registerVariable({ name: 'vars', schema: vars })
    .registerVariable({ name: 'state', schema: STATE });
}

let evaluation: Environment | undefined;

/** For evaluating what was checked before: the values bring their types. */
export function evaluationEnvironment(): Environment {
  evaluation ??= makeEvaluationEnvironment();
  return evaluation;
}

function makeEvaluationEnvironment(): Environment {
  return withNumbers(new Environment({ limits: LIMITS }))
    .registerVariable('lead', 'map')
    .registerVariable('vars', 'map')
    .registerVariable('state', 'map');
}

/** YAML has one kind of number, so `vars.visits == 3` compares a double with an int; CEL alone refuses that. */
function withNumbers(environment: Environment): Environment {
  // Registers `int == double` and both `!=` along.
  return environment.registerOperator(
    'double == int',
    (a: number | bigint, b: number | bigint) => Number(a) === Number(b),
  );
}

function typeOf(value: string | number | boolean | null): string {
  if (value === null) return 'dyn';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'double' : 'bool';
}
