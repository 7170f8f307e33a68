import { readDeclaredVars } from '../../../language/plan/declared-value.ts';
import { LEAD_FIELDS, type LeadFields } from '../../../language/plan/lead.ts';
import type { ShapeProblem } from '../../../shared/kit/check-shape.ts';
import type { UnderWay } from '../../store/enrollments/list-under-way.ts';
import { fitToPlan } from './fit-to-plan.ts';

type Values = Readonly<Record<string, unknown>>;

/** The fields and variables of a person, as their steps read them. */
export interface KnownValues {
  readonly fields: { readonly [field in (typeof LEAD_FIELDS)[number]]?: string | null };
  readonly vars: Values;
}

/** New values by their paths: `company`, `vars.score`. Null: the value is taken away. */
export type ValueChanges = ReadonlyMap<string, unknown>;

/** `takes`: variables of its own that are to have another value. */
export type TakingVars = UnderWay & { readonly takes?: Values };

/**
 * Which of the values would make a step fail that is still to come, judged as an enrollment is against every version in which the person is under
 * way. What stood in the way before does not count: a change that leaves it as it was is no worse.
 */
export function judgeChange(
  known: KnownValues,
  given: ValueChanges,
  underWay: readonly TakingVars[],
): readonly ShapeProblem[] {
  const found = underWay.flatMap((enrollment) => {
    const changes = new Map([...given, ...valuesOf(enrollment.takes)]);
    const before = problemsAfter(known, new Map(), enrollment);
    const after = problemsAfter(known, changes, enrollment);
    const { id, sequence, version } = enrollment;
    return [...after.values()]
      .filter((problem) => !before.has(keyOf(problem)))
      .flatMap((problem) =>
        causesOf(problem, known, changes, enrollment).map((field) => ({
          field,
          message: `does not fit ${sequence}, version ${version}, where this person is under way (${id}): ${reasonOf(problem)}`,
        })),
      );
  });
  return [...new Map(found.map((problem) => [keyOf(problem), problem])).values()];
}

/** Without which of the changes it would not be there; where each of several suffices, all of them. */
function causesOf(
  problem: ShapeProblem,
  known: KnownValues,
  changes: ValueChanges,
  enrollment: TakingVars,
): readonly string[] {
  const paths = [...changes.keys()];
  const named = paths.filter((path) => `lead.${path}` === problem.field);
  if (named.length > 0) return named;
  const needed = paths.filter((path) => {
    const others = new Map([...changes].filter(([one]) => one !== path));
    return !problemsAfter(known, others, enrollment).has(keyOf(problem));
  });
  return needed.length > 0 ? needed : paths;
}

function problemsAfter(
  known: KnownValues,
  changes: ValueChanges,
  { plan, node, vars: former, takes = {} }: TakingVars,
): ReadonlyMap<string, ShapeProblem> {
  const { fields, vars } = changed(known, changes);
  const taken = Object.entries(takes).filter(([name]) => changes.has(`vars.${name}`));
  const own = { ...former, ...Object.fromEntries(taken) };
  const all = { ...vars, ...own };
  // As the steps read them: of what is not new, that counts alone which is what its default declares.
  const judged = Object.entries(all).filter(
    ([name]) => changes.has(`vars.${name}`) && (Object.hasOwn(takes, name) || !Object.hasOwn(former, name)),
  );
  const given = { ...readDeclaredVars(plan.vars, all).vars, ...Object.fromEntries(judged) };
  // From the start, as whoever enters, and from where they stand: there a variable may hold what has been made of the values from before.
  const problems = [plan.start, ...(node === null ? [] : [node])].flatMap((from) => {
    const fit = fitToPlan(plan, fields, given, from);
    return fit.kind === 'fits' ? [] : (fit.errors ?? [{ field: 'lead', message: fit.message }]);
  });
  return new Map(problems.map((problem) => [keyOf(problem), problem]));
}

/** The fields and variables after the change. */
function changed({ fields, vars }: KnownValues, changes: ValueChanges): { fields: LeadFields; vars: Values } {
  const now = (path: string, was: unknown): unknown => (changes.has(path) ? changes.get(path) : was) ?? null;
  const names = new Set([...Object.keys(vars), ...[...changes.keys()].flatMap((path) => variableOf(path) ?? [])]);
  const values = [...names].map((name) => [name, now(`vars.${name}`, vars[name])] as const);
  return {
    fields: Object.fromEntries(
      LEAD_FIELDS.flatMap((name) => {
        const value = now(name, fields[name]);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
    vars: Object.fromEntries(values.filter(([, value]) => value !== null)),
  };
}

const valuesOf = (vars: Values = {}): (readonly [string, unknown])[] =>
  Object.entries(vars).map(([name, value]) => [`vars.${name}`, value]);

const variableOf = (path: string): string | null => (path.startsWith('vars.') ? path.slice('vars.'.length) : null);

const reasonOf = ({ field, message }: ShapeProblem): string => (field === 'lead' ? message : `it ${message}`);

const keyOf = ({ field, message }: ShapeProblem): string => `${field} ${message}`;
