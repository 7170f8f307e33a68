import { LEAD_FIELDS, type Vars } from '../../plan/lead.ts';

const OF_JOB = ['id', 'title', 'company', 'location'];
const OF_SENDER = ['name', 'email'];

/** The meaning of a name in a template. */
export type NameMeaning =
  | { readonly kind: 'lead'; readonly field: string; readonly default: boolean }
  | { readonly kind: 'var'; readonly name: string }
  /** `set` or `save_as` makes it on some path. */
  | { readonly kind: 'made'; readonly name: string }
  | { readonly kind: 'job' }
  | { readonly kind: 'sender' };

const isLeadField = (name: string): boolean => LEAD_FIELDS.some((field) => field === name);

interface Names {
  readonly vars: Vars;
  readonly made: Pick<ReadonlySet<string>, 'has'>;
}

/** Null: unknown. A plain lead field has a default when a variable of the same name brings one. */
export function knownAs(name: string, { vars, made }: Names): NameMeaning | null {
  const [head = '', field, ...rest] = name.split('.');
  // The answer of an action has fields of its own, which are known only once it is there.
  if (made.has(head) && !(field === undefined && Object.hasOwn(vars, head))) return { kind: 'made', name: head };
  if (head === 'vars' && field !== undefined && made.has(field) && !Object.hasOwn(vars, field)) {
    return { kind: 'made', name: field };
  }
  if (rest.length > 0) return null;
  if (field === undefined) {
    if (isLeadField(head)) return { kind: 'lead', field: head, default: (vars[head] ?? null) !== null };
    return Object.hasOwn(vars, head) ? { kind: 'var', name: head } : null;
  }
  if (head === 'lead') return isLeadField(field) ? { kind: 'lead', field, default: false } : null;
  if (head === 'vars') return Object.hasOwn(vars, field) ? { kind: 'var', name: field } : null;
  if (head === 'job') return OF_JOB.includes(field) ? { kind: 'job' } : null;
  if (head === 'sender') return OF_SENDER.includes(field) ? { kind: 'sender' } : null;
  return null;
}

export const isKnownName = (name: string, names: Names): boolean => knownAs(name, names) !== null;

export function knownNames({ vars, made }: Names & { readonly made: Iterable<string> }): string[] {
  return [
    ...LEAD_FIELDS,
    ...Object.keys(vars),
    ...made,
    ...LEAD_FIELDS.map((field) => `lead.${field}`),
    ...Object.keys(vars).map((name) => `vars.${name}`),
    ...OF_JOB.map((field) => `job.${field}`),
    ...OF_SENDER.map((field) => `sender.${field}`),
  ];
}
