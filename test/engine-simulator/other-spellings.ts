import { suppress } from '../../src/runtime/enroll/suppress.ts';
import { emailIdentity, phoneIdentity, profileIdentity } from '../../src/shared/identity/identity.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { CLOCK } from './engine-process.ts';
import type { Finding, Judged } from './judge.ts';
import type { Random } from './random.ts';
import type { Respelled, Script, ScriptedPerson } from './script.ts';
import type { WorldPerson } from './service-people.ts';

const WIDE = 0xfee0;
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + WIDE));

/** Ways to write what tells a person, each with the same person behind it. */
const WAYS: Readonly<Record<Respelled['by'], readonly ((text: string) => string)[]>> = {
  email: [
    (text) => text.toUpperCase(),
    (text) => `mailto:${text}`,
    (text) => `\u200b${text} `,
    (text) => text.replace(/[^@]*$/, wide),
    (text) => `mailto:${encodeURIComponent(text)}?subject=Hello`,
  ],
  phone: [
    (text) => text.replace('+33', '0033 '),
    (text) => text.replace('+33', '+33 (0)'),
    (text) => `tel:${text.replace('+33', '+33-')}`,
    (text) => wide(text),
  ],
  profile: [
    (text) => `${text.toUpperCase().replace(/^HTTPS:\/\/([^/]*)\/IN\//, 'https://de.$1/in/')}?trk=x`,
    (text) => text.replace(/^.*\/in\//, 'in/'),
    (text) => text.replace(/^.*\/in\//, ''),
    (text) => `${text.replace('/in/', '/mwlite/in/')}/`,
  ],
};

/** In one history of six, drawn apart: the others are what they were before there were any. */
export function writeRespelled(
  random: Random,
  people: readonly ScriptedPerson[],
  { erasures = [], delay }: Pick<Script, 'erasures'> & { readonly delay: (random: Random) => number },
): Pick<Script, 'respelled'> {
  if (!random.chance(1 / 6)) return {};
  const erased = new Set(erasures.map(({ person }) => person));
  const respelled = people.flatMap((person, at): Respelled[] =>
    random.chance(0.3)
      ? []
      : [
          {
            ...{ person: at, after: person.enrolled_after + delay(random) + 1, way: random.below(20) },
            by: random.pick<Respelled['by']>(
              person.has_email ? ['email', 'email', 'phone', 'profile'] : ['phone', 'profile'],
            ),
            // Whoever puts them on the list after that has a reason to name them.
            do: random.pick<Respelled['do']>(['enroll', 'enroll', erased.has(at) ? 'enroll' : 'suppress']),
          },
        ],
  );
  return respelled.length > 0 ? { respelled } : {};
}

const FIELDS = { email: 'email', phone: 'phone_number', profile: 'profile_url' } as const;
const NAMES = ['profile', 'phone', 'email'] as const;

/** The name by which somebody puts the person on the list, as a field of a lead. */
export function respelledName({ by, way }: Respelled, person: WorldPerson): Record<string, string> {
  const text = { email: person.email, phone: person.phone, profile: person.profile_url }[by];
  const ways = WAYS[by];
  return { [FIELDS[by]]: ways[way % ways.length]?.(text) ?? text };
}

/** Builds the row of a list that brings the person again, with no more than is needed: often one name alone. */
export function respelledLead(one: Respelled, person: WorldPerson, needs: readonly string[]): Record<string, string> {
  const needed = NAMES.filter((name) => needs.includes(FIELDS[name]));
  const named = needed.length > 0 ? needed : [one.by];
  return Object.assign({}, ...named.map((by) => respelledName({ ...one, by }, person)));
}

/** Puts them on the do-not-contact list by that name; the entry. */
export async function suppressAsRespelled(db: Database, fields: Record<string, string>): Promise<string> {
  const [[field = '', text = ''] = []] = Object.entries(fields);
  const readers = { email: emailIdentity, phone_number: phoneIdentity, profile_url: profileIdentity };
  const name = Object.entries(readers).find(([one]) => one === field)?.[1](text) ?? null;
  if (name === null) throw new Error(`${text} names nobody`);
  const { kind, value } = name;
  const [entry] = await suppress({ db, clock: CLOCK, profiles: [] }, [
    { name: { kind, value }, reason: 'asked by phone' },
  ]);
  if (entry === undefined) throw new Error('an entry gave no result');
  return entry.row.id;
}

/** Whoever is brought twice, each time in another spelling, is in the sequence once; nobody is who was erased. */
export const spellingsHold = ({ enrollments, brought, world }: Judged): Finding[] =>
  brought.map(({ person, id }) => ({
    invariant: 'spelling' as const,
    text: `${enrollments.get(person)} and ${id} are both of ${world.people[person]?.name}`,
  }));
