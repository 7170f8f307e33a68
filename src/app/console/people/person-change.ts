import type { AskedOf, ResultOf } from '../../api-client/asked.ts';

type Person = ResultOf<'getLead'>;
export type PersonChange = AskedOf<'changeLead'>['body'];

/** The fields that may be changed of a person, beside tags and variables, in the words of the page. */
export const PERSON_FIELDS = [
  ...([['first_name', 'First name'] as const, ['last_name', 'Last name'] as const, ['email', 'Email']] as const),
  ...([['phone_number', 'Phone'] as const, ['profile_url', 'Profile'] as const, ['company', 'Company']] as const),
  ...([['headline', 'Headline'] as const, ['location', 'Location'] as const, ['timezone', 'Zone']] as const),
  ['country', 'Country'],
] as const;

/** The names of its inputs for what has no field of its own. */
export const TAGS = 'tags';
export const NEW_VARIABLE = { name: 'new_variable', value: 'new_value' } as const;
export const variableInput = (name: string): string => `vars.${name}`;

/**
 * Takes what a form says otherwise than it is known, and nothing else: a change that somebody else makes meanwhile is not
 * overwritten. Null: all is as it was.
 */
export function changeOf(person: Person, form: ReadonlyMap<string, string>): PersonChange | null {
  const said = (name: string): string | undefined => form.get(name)?.trim();
  const fields = PERSON_FIELDS.flatMap(([field]) => {
    const now = said(field);
    return now === undefined || now === (person[field] ?? '') ? [] : [[field, now === '' ? null : now] as const];
  });
  const before = Object.entries(person.vars).flatMap(([name, value]) => {
    const now = said(variableInput(name));
    return now === undefined || now === textOf(value) ? [] : [[name, readValue(now, value)] as const];
  });
  const added = said(NEW_VARIABLE.name);
  const vars = added ? [...before, [added, said(NEW_VARIABLE.value) ?? ''] as const] : before;
  const tags = said(TAGS)
    ?.split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const change: PersonChange = {
    ...Object.fromEntries(fields),
    ...(tags === undefined || tags.join() === person.tags.join() ? {} : { tags }),
    ...(vars.length === 0 ? {} : { vars: Object.fromEntries(vars) }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** A number stays one, and so does what is true or false, where it can still be read so; an empty one goes. */
function readValue(text: string, before: unknown): string | number | boolean | null {
  if (text === '') return null;
  if (typeof before === 'number' && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
