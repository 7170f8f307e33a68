import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { Connection } from '../../professional-channel.ts';
import { profileUrl } from '../addresses.ts';
import { readList } from '../list-snapshot.ts';
import { findPerson } from '../people/find-person.ts';
import { loadPeople } from '../people/load-people.ts';
import { fullName, type SeenPersonRow } from '../people/person-row.ts';
import { done } from '../refusals.ts';
import { ensureWorld } from '../world/ensure-world.ts';

/** People of degree 1 are connected with every account of the owner; the others by an invitation. `$1` owner, `$2` account. */
const CONNECTED = `
  select person_id as id, connected_at from sandbox_connections where account_id = $2
  union all
  select p.person_id, p.created_at from sandbox_people p
   where p.user_id = $1 and p.degree = 1
     and not exists (select 1 from sandbox_connections c where c.account_id = $2 and c.person_id = p.person_id)`;

/** Newest first. */
export async function listConnections(call: Call, range: OffsetRange): Promise<Outcome<Page<Connection>>> {
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

export async function findConnection(call: Call, profile: string): Promise<Outcome<Connection | null>> {
  const found = await findPerson(call, profile);
  return found.ok ? done(connectionOf(found.value)) : found;
}

function connectionOf(row: SeenPersonRow): Connection | null {
  if (!row.connected_at) return null;
  return {
    name: fullName(row),
    job_title: row.job_title ?? row.headline,
    profile_url: profileUrl(row.public_identifier),
    profile_picture: row.profile_picture,
    connected_at: row.connected_at.getTime(),
  };
}
