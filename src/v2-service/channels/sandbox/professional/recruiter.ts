import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { Candidate, JobPost, ProfessionalChannel } from '../../professional-channel.ts';
import { SEEN_PEOPLE, type SeenPersonRow, seenProfile } from '../people/person-row.ts';
import { done, notFound, refused } from '../refusals.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { hasPremiumSeat, lockSeat } from './seat.ts';

export async function listJobs(
  call: Call,
  query: { readonly job_id: string | null } & OffsetRange,
): Promise<Outcome<Page<JobPost>>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const { rows } = await call.tx.query<{ post: JobPost }>(
    `select post from sandbox_jobs where user_id = $1 and ($2::text is null or job_id = $2)
      order by (post ->> 'listed_at')::bigint desc, job_id`,
    [call.account.user_id, query.job_id],
  );
  if (query.job_id !== null) {
    return rows.length > 0 ? done({ items: rows.map(({ post }) => post), total: 1 }) : jobNotFound(query.job_id);
  }
  const page = rows.slice(query.offset, query.offset + query.count);
  return done({ items: page.map(({ post }) => post), total: rows.length });
}

type CandidateRow = SeenPersonRow & {
  readonly application_id: string;
  readonly rating: Candidate['rating'];
  readonly rejected_at: Date | null;
  readonly is_top_choice: boolean;
  readonly top_choice_message: string;
};

export async function listCandidates(
  call: Call,
  query: Parameters<ProfessionalChannel['listCandidates']>[1],
): Promise<Outcome<Page<Candidate>>> {
  const { tx, account } = call;
  await ensureWorld(tx, account.user_id, call.now);
  const job = await tx.query('select 1 from sandbox_jobs where user_id = $1 and job_id = $2', [
    account.user_id,
    query.job_id,
  ]);
  if (job.rowCount === 0) return jobNotFound(query.job_id);
  const counted = await tx.query<{ total: number }>(
    `select count(*)::int as total from sandbox_applications
      where user_id = $1 and job_id = $2 and rating = any ($3::text[])`,
    [account.user_id, query.job_id, query.ratings],
  );
  const by = query.sort_by === 'APPLIED_DATE' ? 'a.applied_at' : 'a.relevance';
  const direction = query.descending ? 'desc' : 'asc';
  const { rows } = await tx.query<CandidateRow>(
    `select seen.*, a.application_id, a.rating, a.rejected_at, a.is_top_choice, a.top_choice_message
       from sandbox_applications a join (${SEEN_PEOPLE}) seen using (person_id)
      where a.user_id = $1 and a.job_id = $3 and a.rating = any ($4::text[])
      order by ${by} ${direction}, a.application_id ${direction} limit $5 offset $6`,
    [account.user_id, account.account_id, query.job_id, query.ratings, query.count, query.offset],
  );
  return done({ items: rows.map(candidateOf), total: counted.rows[0]?.total ?? 0 });
}

function candidateOf(row: CandidateRow): Candidate {
  return {
    application_id: row.application_id,
    rating: row.rating,
    is_rejected: row.rejected_at !== null,
    rejected_at: row.rejected_at?.toISOString().slice(0, 19).replace('T', ' ') ?? null,
    is_top_choice: row.is_top_choice,
    top_choice_message: row.top_choice_message,
    profile: seenProfile(row),
  };
}

const jobNotFound = (jobId: string) => notFound(`job ${jobId} not found`);

export async function inmailBalance(call: Call): Promise<Outcome<{ product: string; inmail_credits: number }>> {
  if (!hasPremiumSeat(call.account))
    return refused('NO_PREMIUM_SEAT', 'no license found: the account has no premium seat');
  const { inmail_credits } = await lockSeat(call.tx, call.account);
  return done({ product: 'Premium Navigator', inmail_credits });
}
