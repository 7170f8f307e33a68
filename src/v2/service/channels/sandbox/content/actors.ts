import type { AccountRow } from '../../../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../../../accounts/find-account.ts';
import type { Call } from '../../call.ts';
import type { Actor } from '../../content-channel.ts';
import { companyUrl, HOST, memberUrn, profileUrl } from '../addresses.ts';
import { ownProfile } from '../people/own-profile.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import type { CompanySeed } from '../world/person-seed.ts';

/** The author of a post, a comment or a reaction: exactly one of the three is set. */
export interface ActorRef {
  readonly person_id: number | null;
  readonly company?: string | null;
  readonly account_id: string | null;
}

/** Looks up all of them at once; the answer finds each. */
export async function loadActors(call: Call, refs: readonly ActorRef[]): Promise<(ref: ActorRef) => Actor> {
  const { tx, account } = call;
  const people = await tx.query<PersonRow>('select * from sandbox_people where user_id = $1 and person_id = any ($2)', [
    account.user_id,
    [...new Set(refs.flatMap((ref) => ref.person_id ?? []))],
  ]);
  const companies = await tx.query<CompanySeed & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 and public_identifier = any ($2)',
    [account.user_id, [...new Set(refs.flatMap((ref) => ref.company ?? []))]],
  );
  const accounts = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where user_id = $1 and account_id = any ($2)`,
    [account.user_id, [...new Set(refs.flatMap((ref) => ref.account_id ?? []))]],
  );
  const known = new Map<string, Actor>([
    ...people.rows.map((row) => [`person ${row.person_id}`, personActor(row)] as const),
    ...companies.rows.map((row) => [`company ${row.public_identifier}`, companyActor(row)] as const),
    ...accounts.rows.map((row) => [`account ${row.account_id}`, accountActor(row)] as const),
  ]);
  return (ref) => {
    const actor = known.get(nameOf(ref));
    if (!actor) throw new Error(`nobody is ${nameOf(ref)}`);
    return actor;
  };
}

function nameOf(ref: ActorRef): string {
  if (ref.person_id !== null) return `person ${ref.person_id}`;
  return ref.account_id === null ? `company ${ref.company}` : `account ${ref.account_id}`;
}

const personActor = (person: PersonRow): Actor => ({
  name: fullName(person),
  description: person.headline,
  image: person.profile_picture,
  profile_url: profileUrl(person.public_identifier),
  urn: memberUrn(person.member_id),
});

const companyActor = (company: CompanySeed): Actor => ({
  name: company.name,
  description: company.industry,
  image: `https://media.${HOST}/logos/${company.public_identifier}.png`,
  profile_url: companyUrl(company.public_identifier),
  urn: `urn:organization:${company.public_identifier}`,
});

function accountActor(account: AccountRow): Actor {
  const profile = ownProfile(account);
  return {
    name: fullName(profile),
    description: profile.headline,
    image: profile.profile_picture,
    profile_url: profile.profile_url,
    urn: profile.member_urn,
  };
}
