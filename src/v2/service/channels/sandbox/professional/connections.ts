import type { KnownConnection } from '../../../accounts/known-connection.ts';
import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { NetworkChannel } from '../../network-channel.ts';
import { done } from '../../refusals.ts';
import { memberUrn, profileUrl } from '../addresses.ts';
import { findPerson } from '../people/find-person.ts';
import { loadPeople } from '../people/load-people.ts';
import { fullName, type PersonRow, SEEN_PEOPLE, type SeenPersonRow, seenProfile } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';

/** People of degree 1 are connected with every account of the owner; the others by an invitation. `$1` owner, `$2` account. */
const CONNECTED = `
  select person_id as id, connected_at from sandbox_connections where account_id = $2
  union all
  select p.person_id, p.created_at from sandbox_people p
   where p.user_id = $1 and p.degree = 1
     and not exists (select 1 from sandbox_connections c where c.account_id = $2 and c.person_id = p.person_id)`;

/** Newest first. */
export async function listConnections(call: Call, range: OffsetRange): Promise<Outcome<Page<KnownConnection>>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const list = {
    name: 'connections',
    ids: {
      text: `select id from (${CONNECTED}) connected order by connected_at desc, id desc`,
      values: [call.account.user_id, call.account.account_id],
    },
    load: (ids: readonly string[]) => loadPeople(call, ids, connectionOf),
  };
  return done(await readList(call, list, range));
}

export async function readConnections(call: Call): Promise<Outcome<readonly KnownConnection[]>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const { rows } = await call.tx.query<SeenPersonRow>(
    `select * from (${SEEN_PEOPLE} and p.person_id in (select id from (${CONNECTED}) connected)) seen
      order by connected_at desc, person_id desc`,
    [call.account.user_id, call.account.account_id],
  );
  return done(rows.flatMap((row) => connectionOf(row) ?? []));
}

export async function identify(call: Call, profile: string): Promise<Outcome<string>> {
  const found = await findPerson(call, profile);
  return found.ok ? done(memberUrn(found.value.member_id)) : found;
}

/** People of second degree with whom nothing is under way. */
export const recommendations: NetworkChannel['recommendations'] = async (call, range) => {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const list = {
    name: 'recommendations',
    ids: {
      text: `select p.person_id as id from sandbox_people_search p
              where p.user_id = $1 and p.degree = 2
                and p.person_id not in (select person_id from sandbox_connections where account_id = $2)
                and p.person_id not in (select person_id from sandbox_invitations where account_id = $2)
              order by p.person_id`,
      values: [call.account.user_id, call.account.account_id],
    },
    load: (ids: readonly string[]) => loadPeople(call, ids, seenProfile),
  };
  return done(await readList(call, list, range));
};

const connectionOf = (row: SeenPersonRow): KnownConnection | null =>
  row.connected_at && knownConnection(row, row.connected_at.getTime());

/** `at`: since when, virtual time, epoch ms. */
export function knownConnection(person: PersonRow, at: number): KnownConnection {
  return {
    member_urn: memberUrn(person.member_id),
    name: fullName(person),
    job_title: person.job_title ?? person.headline,
    profile_url: profileUrl(person.public_identifier),
    profile_picture: person.profile_picture,
    connected_at: at,
  };
}
