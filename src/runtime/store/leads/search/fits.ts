import { WHOLE_NAME, WORDS_OF_LEAD } from '../words-of-people.ts';

/** How what was looked for fits a lead; whoever fits best comes first. */
export const FITS = ['id', 'name', 'part_of_name', 'beginning_of_name', 'address', 'slug', 'company'] as const;
export type Fit = (typeof FITS)[number];

const BY_ID = `l.id = any(array(select $1 union all select merged_into from leads where id = $1
  union all select i.lead_id from identities i where (i.kind, i.value) in (select * from unnest($2::text[], $3::text[]))))`;
const BY_SLUG = `l.id = any(array(select i.lead_id from identities i where i.kind = 'slug' and i.value = $5))`;

/** SQL, with the values of `Sought`: the condition of each of `FITS`, in their order. */
export const CONDITIONS: readonly string[] = [
  BY_ID,
  'lower(name.whole) = lower($1)',
  `' ' || name.whole || ' ' ilike '% ' || $4 || ' %'`,
  `' ' || name.whole ilike '% ' || $4 || '%'`,
  `l.email ilike $4 || '%'`,
  BY_SLUG,
  `' ' || l.company ilike '% ' || $4 || '%'`,
];

/** SQL: the place of a lead's best fit in `FITS`, from 1; null: the lead is not meant. */
export const RANK = `case ${CONDITIONS.map((condition, place) => `when ${condition} then ${place + 1}`).join(' ')} end`;
export const FITS_IN_SQL = `array[${FITS.map((fit) => `'${fit}'`).join(', ')}]`;

/** SQL: everybody who may be meant, and some who are not. An index answers each of the three. */
export const AMONG = `(${WORDS_OF_LEAD} @@ lower($6)::tsquery or ${BY_ID} or ${BY_SLUG})`;

export const NAME = `lateral (select ${WHOLE_NAME} as whole) as name`;
export const LEADS = `leads l, ${NAME}`;
