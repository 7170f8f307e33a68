import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { SeenProfile } from '../../professional-channel.ts';
import type { SearchFilters } from '../../profiles-channel.ts';
import { done } from '../../refusals.ts';
import { companyKey, schoolKey, slugOf } from '../addresses.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { foldText } from '../people/fold-text.ts';
import { loadPeople } from '../people/load-people.ts';
import { ownProfile } from '../people/own-profile.ts';
import { seenProfile } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';

/** Shares of the people who are connected with, or follow, somebody: one in so many. */
const ONE_IN_CONNECTED = 20;
const ONE_IN_FOLLOWING = 12;

/** spec: profiles / search_people. In the order of the world, so that the same search gives the same people. */
export async function searchPeople(
  call: Call,
  filters: SearchFilters,
  range: OffsetRange,
): Promise<Outcome<Page<SeenProfile>>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const built = await conditionsOf(call, filters);
  if (!built.ok) return built;
  const { conditions, values } = built.value;
  const list = {
    name: 'people',
    filters,
    ids: {
      text: `select p.person_id as id from sandbox_people_search p
              where ${['p.user_id = $1', ...conditions].join(' and ')} order by p.person_id`,
      values,
    },
    load: (ids: readonly string[]) => loadPeople(call, ids, seenProfile),
  };
  return done(await readList(call, list, range));
}

interface Conditions {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

async function conditionsOf(call: Call, filters: SearchFilters): Promise<Outcome<Conditions>> {
  const values: unknown[] = [call.account.user_id];
  const conditions: string[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const contains = (column: string, texts: readonly string[]): string =>
    `${column} like any (${bind(texts.map(pattern))}::text[])`;

  const { keyword, first_name, last_name, title, company_name } = filters;
  if (keyword !== undefined) {
    const words = keyword.split(/\s+/).filter((word) => word !== '');
    conditions.push(`p.all_text like all (${bind(words.map(pattern))}::text[])`);
  }
  if (first_name !== undefined) conditions.push(contains('p.first_name', [first_name]));
  if (last_name !== undefined) conditions.push(contains('p.last_name', [last_name]));
  if (title !== undefined) conditions.push(contains('p.job_title', [title]));
  if (company_name !== undefined) conditions.push(contains('p.company', [company_name]));
  if (filters.location) conditions.push(contains('p.location', filters.location));
  if (filters.industry) conditions.push(contains('p.industry', filters.industry));
  if (filters.company_url) {
    conditions.push(`p.company_slug = any (${bind(filters.company_url.map(companyKey))}::text[])`);
  }
  if (filters.past_company) {
    const slugs = filters.past_company.map((company) => companyKey(company) ?? slugOf(company));
    const names = filters.past_company.filter((company) => !company.includes('/'));
    conditions.push(`(p.past_company_slugs && ${bind(slugs)}::text[] or ${contains('p.past_companies', names)})`);
  }
  if (filters.school_url) {
    conditions.push(`p.school_slugs && ${bind(filters.school_url.map(schoolKey))}::text[]`);
  }
  if (filters.network) conditions.push(`(${filters.network.map((code) => degreeIs(call, code, bind)).join(' or ')})`);
  if (filters.connection_of !== undefined) {
    const member = await memberIdOf(call, filters.connection_of);
    if (!member.ok) return member;
    conditions.push(connectedWith(call, member.value, bind));
  }
  if (filters.follower_of !== undefined) {
    const member = await memberIdOf(call, filters.follower_of);
    if (!member.ok) return member;
    conditions.push(knows(oneIn(ONE_IN_FOLLOWING, `q.member_id || ' follows ' || ${bind(member.value)}::text`)));
  }
  return done({ conditions, values });
}

const pattern = (text: string): string => `%${foldText(text.trim()).replace(/[\\%_]/g, '\\$&')}%`;

function degreeIs(call: Call, code: string, bind: (value: unknown) => string): string {
  const connections = `(select person_id from sandbox_connections where account_id = ${bind(call.account.account_id)})`;
  switch (code) {
    case 'F':
      return `(p.degree = 1 or p.person_id in ${connections})`;
    case 'S':
      return `(p.degree = 2 and p.person_id not in ${connections})`;
    case 'O':
      return `(p.degree = 3 and p.person_id not in ${connections})`;
    default:
      return 'false';
  }
}

/** The world has no graph of its people: who knows whom comes from their two ids, the same way round for both. */
function connectedWith(call: Call, memberId: string, bind: (value: unknown) => string): string {
  if (memberId === ownProfile(call.account).member_id) return degreeIs(call, 'F', bind);
  const other = `${bind(memberId)}::text collate "C"`;
  const pair = `least(q.member_id collate "C", ${other}) || greatest(q.member_id collate "C", ${other})`;
  return knows(`q.member_id <> ${other} and ${oneIn(ONE_IN_CONNECTED, pair)}`);
}

const knows = (condition: string): string =>
  `p.person_id in (select q.person_id from sandbox_people q where q.user_id = $1 and ${condition})`;

async function memberIdOf(call: Call, profile: string): Promise<Outcome<string>> {
  if (isOwnProfile(call, profile)) return done(ownProfile(call.account).member_id);
  const found = await findPerson(call, profile);
  return found.ok ? done(found.value.member_id) : found;
}

const oneIn = (share: number, text: string): string =>
  `('x' || substr(md5(${text}), 1, 8))::bit(32)::bigint % ${share} = 0`;
