import { DAY } from '../../../../../shared/kit/duration.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../../../accounts/find-account.ts';
import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { Post, PostFilters } from '../../content-channel.ts';
import { readList } from '../../list-snapshot.ts';
import { done } from '../../refusals.ts';
import { companyKey, referenceKey } from '../addresses.ts';
import { findPerson } from '../people/find-person.ts';
import { ownProfile } from '../people/own-profile.ts';
import { ensurePosts } from './ensure-posts.ts';
import { COMMENTS, loadPosts, REACTIONS, SHARES } from './load-posts.ts';
import { BY_CONNECTION, BY_FOLLOWED, VISIBLE } from './visible-posts.ts';

const ORDERS = {
  date_posted: 'p.created_at desc, p.post_key desc',
  /** Puts first the posts with the most reactions, comments and shares. */
  relevance: `${REACTIONS} + 2 * ${COMMENTS} + 3 * ${SHARES} desc, p.created_at desc, p.post_key desc`,
} as const;
const PERIODS = { 'past-24h': DAY, 'past-week': 7 * DAY, 'past-month': 30 * DAY } as const;

export async function searchPosts(
  call: Call,
  filters: PostFilters,
  sortBy: keyof typeof ORDERS,
  range: OffsetRange,
): Promise<Outcome<Page<Post>>> {
  const built = await conditionsOf(call, filters);
  if (!built.ok) return built;
  await ensurePosts(call);
  const { conditions, values } = built.value;
  const list = {
    name: 'posts',
    filters: { ...filters, sortBy },
    ids: {
      text: `select p.post_key as id from sandbox_posts p
              where ${[VISIBLE, ...conditions].join(' and ')} order by ${ORDERS[sortBy]}`,
      values,
    },
    load: (keys: readonly string[]) => loadPosts(call, keys),
  };
  return done(await readList(call, list, range));
}

/** Pages through the posts of the account's connections, of the pages that it follows, and of itself. */
export async function getFeed(call: Call, range: OffsetRange): Promise<Outcome<Page<Post>>> {
  await ensurePosts(call);
  const list = {
    name: 'feed',
    ids: {
      text: `select p.post_key as id from sandbox_posts p
              where ${VISIBLE} and (p.account_id = $2 or ${BY_FOLLOWED}) order by ${ORDERS.date_posted}`,
      values: [call.account.user_id, call.account.account_id],
    },
    load: (keys: readonly string[]) => loadPosts(call, keys),
  };
  return done(await readList(call, list, range));
}

interface Conditions {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

async function conditionsOf(call: Call, filters: PostFilters): Promise<Outcome<Conditions>> {
  const values: unknown[] = [call.account.user_id, call.account.account_id];
  const conditions: string[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const contains = (column: string, texts: readonly string[]): void => {
    conditions.push(`${column} ilike any (${bind(texts.map(pattern))}::text[])`);
  };
  if (filters.keyword) contains('p.text', filters.keyword);
  if (filters.post_type !== undefined) conditions.push(`p.kind = ${bind(filters.post_type)}`);
  if (filters.post_date !== undefined) {
    conditions.push(`p.created_at > ${bind(new Date(call.now - PERIODS[filters.post_date]))}`);
  }
  if (filters.profile_url !== undefined) {
    const author = await findMember(call, filters.profile_url);
    if (!author.ok) return author;
    const { person_id, account_id } = author.value;
    conditions.push(
      person_id === null ? `p.account_id = ${bind(account_id)}` : `p.person_id = ${bind(person_id)}::int`,
    );
  }
  if (filters.company_url !== undefined) conditions.push(`p.company = ${bind(companyKey(filters.company_url))}`);
  if (filters.author_company !== undefined) {
    const slug = filters.author_company.includes('/') ? companyKey(filters.author_company) : null;
    const named = slug === null ? filters.author_company : await companyName(call, slug);
    contains('p.author_company', named === null ? [] : [named]);
  }
  if (filters.author_industry !== undefined) contains('p.author_industry', [filters.author_industry]);
  if (filters.author_job_title !== undefined) contains('p.author_job_title', [filters.author_job_title]);
  if (filters.mentions_member !== undefined) {
    conditions.push(`exists (select 1 from sandbox_people m
      where m.person_id = any (p.mentioned_people)
        and (m.public_identifier = lower(${bind(referenceKey(filters.mentions_member))})
             or m.member_id = ${bind(referenceKey(filters.mentions_member))}
             or m.first_name || ' ' || m.last_name ilike ${bind(pattern(filters.mentions_member))}))`);
  }
  if (filters.mentions_organization !== undefined) {
    conditions.push(`exists (select 1 from sandbox_companies m
      where m.user_id = $1 and m.public_identifier = any (p.mentioned_companies)
        and (m.public_identifier = ${bind(companyKey(filters.mentions_organization))}
             or m.name ilike ${bind(pattern(filters.mentions_organization))}))`);
  }
  if (filters.posted_by !== undefined) conditions.push(filters.posted_by === 'first' ? BY_CONNECTION : BY_FOLLOWED);
  return done({ conditions, values });
}

const pattern = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

/** A person of the world, or an account of the owner. */
async function findMember(
  call: Call,
  reference: string,
): Promise<Outcome<{ readonly person_id: number | null; readonly account_id: string | null }>> {
  const person = await findPerson(call, reference);
  if (person.ok) return done({ person_id: person.value.person_id, account_id: null });
  const key = referenceKey(reference);
  const { rows } = await call.tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where user_id = $1 and platform = 'professional'`,
    [call.account.user_id],
  );
  const account = rows.find((row) => {
    const { member_id, public_identifier } = ownProfile(row);
    return key === member_id || key?.toLowerCase() === public_identifier;
  });
  return account ? done({ person_id: null, account_id: account.account_id }) : person;
}

async function companyName(call: Call, slug: string): Promise<string | null> {
  const { rows } = await call.tx.query<{ name: string }>(
    'select name from sandbox_companies where user_id = $1 and public_identifier = $2',
    [call.account.user_id, slug],
  );
  return rows[0]?.name ?? null;
}
