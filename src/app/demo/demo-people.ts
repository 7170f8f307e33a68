import { mailboxKey } from '../../shared/identity/mailbox-key.ts';
import { slugKey } from '../../shared/identity/profile.ts';
import { DAY } from '../../shared/kit/duration.ts';
import type { Behavior } from '../../v2/service/channels/sandbox/behavior.ts';
import type { DevClient } from './dev/dev-client.ts';

export interface DemoPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly job_title: string;
  /** Days that they are away from the start of the demo. */
  readonly away_days?: number;
  readonly behavior: Behavior;
  /** The address that our list has, where it is not theirs any more. */
  readonly listed_email?: string;
}

export const person = (
  name: string,
  company: string,
  job_title: string,
  behavior: Behavior,
  more: Partial<DemoPerson> = {},
) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { first_name, last_name, company, job_title, behavior, ...more };
};
export const replies = (after: string, reply_text: string): Behavior => ({
  replies_after: { email: after },
  reply_text,
});

/** The people whom the demo writes to by mail: each way in which people treat a mail is taken by somebody. */
export const PEOPLE: readonly DemoPerson[] = [
  person(
    'Mira Lindqvist',
    'Nordlys',
    'Head of Platform',
    replies('PT3H', 'Yes, gladly. Does Thursday at ten suit you?'),
  ),
  person('Aoife Byrne', 'Tidewater', 'Engineering Manager', replies('PT4H', 'Please remove me from your list.')),
  person('Omar Haddad', 'Cedarworks', 'Site Reliability Lead', { bounces: 'hard' }),
  person('Lucia Ferrer', 'Solana', 'VP Engineering', replies('P5D', 'Back at my desk now. Send me the numbers.'), {
    away_days: 4,
  }),
  person('Kenji Sato', 'Hanabi', 'Platform Engineer', { unsubscribes_after: 'PT2H' }),
  person(
    'Jonas Weber',
    'Kranich',
    'CTO',
    replies('PT5H', 'We signed with another vendor in May. Let us talk again in spring.'),
  ),
  person('Ines Moreau', 'Atelier', 'Lead Developer', {}, { listed_email: 'ines.moreau@former-employer.example' }),
  person('Priya Nair', 'Monsoon', 'Operations Lead', replies('PT60H', 'Thanks for the numbers. What does it cost?')),
  person(
    'Tomas Rey',
    'Meseta',
    'Head of Infrastructure',
    replies('PT20H', 'Yes, that sounds good. Which teams of our size use it?'),
  ),
  person('Greta Olsen', 'Fjordlys', 'Service Owner', { bounces: 'soft' }),
  person('Sam Porter', 'Quayside', 'Incident Manager', {}),
  // Nobody knows whether that asks for no more mail: a person is asked.
  person('Nadia Rossi', 'Lumen', 'Staff Engineer', replies('PT6H', 'Not interested, sorry.')),
  person('David Novak', 'Vltava', 'Team Lead', {}),
  person('Yara Costa', 'Maresia', 'Director of Engineering', {}),
];

/** The people whom the examples of the documentation name: the network knows them, and nobody has enrolled them. */
export const ACQUAINTANCES: readonly DemoPerson[] = [
  person('Grace Hopper', 'Eckert Mauchly', 'Head of Automatic Programming', { accepts_after: 'P1D' }),
  person('Ada Lovelace', 'Analytical Engines', 'Analyst', { accepts_after: 'P2D' }),
  person('Emmy Noether', 'Goettingen', 'Mathematician', {}),
  person('Mary Somerville', 'Burntisland', 'Science Writer', {}),
];

const slug = ({ first_name, last_name }: DemoPerson): string => slugKey(`${first_name}-${last_name}`);
export const addressOf = ({ first_name, last_name, company }: DemoPerson): string =>
  mailboxKey(`${first_name}.${last_name}@${company.replaceAll(' ', '-')}.example`);

export const ADDRESSES_OF_PEOPLE: readonly string[] = [...PEOPLE, ...ACQUAINTANCES].map(addressOf);

/** Puts them into the sandbox's world unless they are there, and gives them as the leads of a campaign. */
export async function ensurePeople(
  client: DevClient,
  people: readonly DemoPerson[],
  now: number,
): Promise<readonly object[]> {
  const leads: object[] = [];
  for (const one of people) {
    const { first_name, last_name, company, job_title, away_days, behavior, listed_email } = one;
    const known = await client.find<{ profile_url: string }>(`/sandbox/people/${slug(one)}`);
    const { profile_url } =
      known ??
      (await client.v2<{ profile_url: string }>('POST', '/sandbox/people', {
        ...{ public_identifier: slug(one), first_name, last_name, company, job_title, email: addressOf(one) },
        behavior: {
          ...behavior,
          ...(away_days === undefined ? {} : { auto_reply_until: new Date(now + away_days * DAY).toISOString() }),
        },
      }));
    leads.push({ profile_url, first_name, last_name, company, email: listed_email ?? addressOf(one) });
  }
  return leads;
}
