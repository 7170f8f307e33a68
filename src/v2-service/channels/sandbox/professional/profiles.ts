import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { SearchFilters, SeenProfile } from '../../professional-channel.ts';
import { recordReceived } from '../effects/record-received.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { ownProfile } from '../people/own-profile.ts';
import { SEEN_PEOPLE, type SeenPersonRow, seenProfile } from '../people/person-row.ts';
import { done, invalid } from '../refusals.ts';
import { ensureWorld } from '../world/ensure-world.ts';

export async function getProfile(call: Call, profile: string): Promise<Outcome<SeenProfile>> {
  if (isOwnProfile(call, profile)) return done(ownProfile(call.account));
  const found = await findPerson(call, profile);
  return found.ok ? done(seenProfile(found.value)) : found;
}

export const getMe = async (call: Call): Promise<Outcome<SeenProfile>> => done(ownProfile(call.account));

export async function visit(call: Call, profile: string): Promise<Outcome<SeenProfile>> {
  if (isOwnProfile(call, profile)) return invalid('an account cannot visit its own profile');
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  await recordReceived(call.tx, {
    user_id: call.account.user_id,
    account_id: call.account.account_id,
    person_id: found.value.person_id,
    kind: 'visit',
    at: call.now,
  });
  return done(seenProfile(found.value));
}

const NETWORK_DEGREES: Readonly<Record<string, number>> = { F: 1, S: 2, O: 3 };

export async function searchPeople(
  call: Call,
  filters: SearchFilters,
  range: OffsetRange,
): Promise<Outcome<Page<SeenProfile>>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const values: unknown[] = [call.account.user_id, call.account.account_id];
  const conditions: string[] = [];
  const contains = (columns: string, texts: readonly string[] | undefined): void => {
    if (!texts || texts.length === 0) return;
    values.push(texts.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`));
    conditions.push(`concat_ws(' ', ${columns}) ilike any ($${values.length}::text[])`);
  };
  const one = (text: string | undefined): string[] => (text === undefined ? [] : [text]);
  contains('p.first_name, p.last_name, p.headline, p.company, p.summary', one(filters.keyword));
  contains('p.first_name', one(filters.first_name));
  contains('p.last_name', one(filters.last_name));
  contains('p.job_title', one(filters.title));
  contains('p.company', one(filters.company_name));
  contains('p.location', filters.location);
  contains('p.industry', filters.industry);
  if (filters.network && filters.network.length > 0) {
    const unknown = filters.network.filter((code) => NETWORK_DEGREES[code] === undefined);
    if (unknown.length > 0) return invalid(`network: unknown code ${unknown.join(', ')}; use F, S or O`);
    values.push(filters.network.map((code) => NETWORK_DEGREES[code]));
    conditions.push(`(case when c.connected_at is not null then 1 else p.degree end) = any ($${values.length}::int[])`);
  }
  const where = conditions.map((condition) => ` and ${condition}`).join('');
  const counted = await call.tx.query<{ total: number }>(
    `select count(*)::int as total from (${SEEN_PEOPLE}${where}) found`,
    values,
  );
  const { rows } = await call.tx.query<SeenPersonRow>(
    `${SEEN_PEOPLE}${where} order by p.person_id limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, range.count, range.offset],
  );
  return done({ items: rows.map(seenProfile), total: counted.rows[0]?.total ?? 0 });
}
