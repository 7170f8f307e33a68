import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { Connection } from '../../professional-channel.ts';
import { profileUrl } from '../addresses.ts';
import { findPerson } from '../people/find-person.ts';
import { fullName, SEEN_PEOPLE, type SeenPersonRow } from '../people/person-row.ts';
import { done } from '../refusals.ts';
import { ensureWorld } from '../world/ensure-world.ts';

/** Newest first. */
export async function listConnections(call: Call, range: OffsetRange): Promise<Outcome<Page<Connection>>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const owner = [call.account.user_id, call.account.account_id];
  const connected = `select * from (${SEEN_PEOPLE}) seen where connected_at is not null`;
  const counted = await call.tx.query<{ total: number }>(`select count(*)::int as total from (${connected}) c`, owner);
  const { rows } = await call.tx.query<SeenPersonRow>(
    `${connected} order by connected_at desc, person_id limit $3 offset $4`,
    [...owner, range.count, range.offset],
  );
  return done({ items: rows.flatMap((row) => connectionOf(row) ?? []), total: counted.rows[0]?.total ?? 0 });
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
