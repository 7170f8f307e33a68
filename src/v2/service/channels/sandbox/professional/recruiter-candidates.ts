import type { Call, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { Candidate, RecruiterChannel } from '../../recruiter-channel.ts';
import { done } from '../../refusals.ts';
import { SEEN_PEOPLE, type SeenPersonRow, seenProfile } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { jobNotFound } from './recruiter-jobs.ts';

type CandidateRow = SeenPersonRow & {
  readonly key: string;
  readonly application_id: string;
  readonly rating: Candidate['rating'];
  readonly rejected_at: Date | null;
  readonly is_top_choice: boolean;
  readonly top_choice_message: string;
};

export async function listCandidates(
  call: Call,
  { count, offset, ...query }: Parameters<RecruiterChannel['listCandidates']>[1],
): Promise<Outcome<Page<Candidate>>> {
  const { tx, account } = call;
  await ensureWorld(tx, account.user_id, call.now);
  const job = await tx.query('select 1 from sandbox_jobs where user_id = $1 and job_id = $2', [
    account.user_id,
    query.job_id,
  ]);
  if (job.rowCount === 0) return jobNotFound(query.job_id);
  const by = query.sort_by === 'APPLIED_DATE' ? 'applied_at' : 'relevance';
  const direction = query.descending ? 'desc' : 'asc';
  const candidates = await readList(
    call,
    {
      name: 'candidates',
      filters: query,
      ids: {
        text: `select application_key as id from sandbox_applications
                where user_id = $1 and job_id = $2 and rating = any ($3::text[])
                order by ${by} ${direction}, application_id ${direction}`,
        values: [account.user_id, query.job_id, query.ratings],
      },
      async load(keys) {
        const { rows } = await tx.query<CandidateRow>(
          `select seen.*, a.application_key::text as key, a.application_id, a.rating, a.rejected_at, a.is_top_choice,
                  a.top_choice_message
             from sandbox_applications a join (${SEEN_PEOPLE}) seen using (person_id)
            where a.application_key = any ($3::bigint[])`,
          [account.user_id, account.account_id, keys],
        );
        return new Map(rows.map((row) => [row.key, candidateOf(row)]));
      },
    },
    { count, offset },
  );
  return done(candidates);
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
