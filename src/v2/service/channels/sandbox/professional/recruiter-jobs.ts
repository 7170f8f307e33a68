import { escapeText } from 'entities/escape';
import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { JobFields, JobPost } from '../../recruiter-channel.ts';
import { done, invalid, notFound } from '../../refusals.ts';
import { jobUrl } from '../addresses.ts';
import { ensureWorld } from '../world/ensure-world.ts';

export const jobNotFound = (jobId: string) => notFound(`job ${jobId} not found`);

/** The newest first. */
export async function listJobs(
  call: Call,
  query: { readonly job_id: string | null } & OffsetRange,
): Promise<Outcome<Page<JobPost>>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  if (query.job_id !== null) {
    const job = await findJob(call, query.job_id);
    return job ? done({ items: [job], total: 1 }) : jobNotFound(query.job_id);
  }
  const jobs = await readList(
    call,
    {
      name: 'jobs',
      ids: {
        text: `select job_key as id from sandbox_jobs where user_id = $1
                order by coalesce((post ->> 'listed_at')::bigint, (post ->> 'created_at')::bigint) desc, job_id`,
        values: [call.account.user_id],
      },
      async load(keys) {
        const { rows } = await call.tx.query<{ key: string; post: JobPost }>(
          'select job_key::text as key, post from sandbox_jobs where job_key = any ($1::bigint[])',
          [keys],
        );
        return new Map(rows.map(({ key, post }) => [key, post]));
      },
    },
    query,
  );
  return done(jobs);
}

/** Defaults for fields that a poster leaves out. */
const UNSAID = {
  company_name: '',
  location: '',
  description: '',
  employment_status: 'Full-time',
  workplace_type: 'On-site',
};

export async function publishJob(call: Call, jobId: string | null, fields: JobFields): Promise<Outcome<JobPost>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  if (jobId === null) return done(await createJob(call, fields));
  const job = await findJob(call, jobId, { lock: true });
  if (!job) return jobNotFound(jobId);
  if (job.job_state === 'LISTED') return done(job);
  if (job.job_state === 'CLOSED') return invalid(`job_id: job ${jobId} is closed; only a draft can be published`);
  return done(
    await saveJob(call, { ...job, ...said(fields), job_state: 'LISTED', listed_at: call.now, closed_at: null }),
  );
}

export async function closeJob(call: Call, jobId: string): Promise<Outcome<JobPost>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const job = await findJob(call, jobId, { lock: true });
  if (!job) return jobNotFound(jobId);
  if (job.job_state === 'CLOSED') return done(job);
  if (job.job_state === 'DRAFT') return invalid(`job_id: job ${jobId} is a draft; only a listed job can be closed`);
  return done(await saveJob(call, { ...job, job_state: 'CLOSED', closed_at: call.now }));
}

async function findJob(call: Call, jobId: string, { lock = false } = {}): Promise<JobPost | undefined> {
  const { rows } = await call.tx.query<{ post: JobPost }>(
    `select post from sandbox_jobs where user_id = $1 and job_id = $2 ${lock ? 'for update' : ''}`,
    [call.account.user_id, jobId],
  );
  return rows[0]?.post;
}

async function createJob(call: Call, fields: JobFields): Promise<JobPost> {
  const { tx, account, now } = call;
  const given = { title: '', ...UNSAID, ...said(fields) };
  const { rows } = await tx.query<{ job_id: string; industry: string | null }>(
    `select nextval('sandbox_job_ids')::text as job_id,
            (select industry from sandbox_companies where user_id = $1 and lower(name) = lower($2) limit 1) as industry`,
    [account.user_id, given.company_name],
  );
  const { job_id = '', industry = null } = rows[0] ?? {};
  const post: JobPost = {
    linkedin_job_id: job_id,
    editableDescription: '',
    ...given,
    job_state: 'LISTED',
    created_at: now,
    listed_at: now,
    closed_at: null,
    num_views: 0,
    num_applies: 0,
    job_url: jobUrl(job_id),
    contact_email: account.email,
    industry: industry === null ? [] : [industry],
    talent_questions: [],
    budget: null,
    suspend_reasons: [],
  };
  await tx.query('insert into sandbox_jobs (user_id, job_id, post, created_at) values ($1, $2, $3, $4)', [
    account.user_id,
    job_id,
    JSON.stringify(post),
    new Date(now),
  ]);
  return post;
}

async function saveJob(call: Call, post: JobPost): Promise<JobPost> {
  await call.tx.query('update sandbox_jobs set post = $3 where user_id = $1 and job_id = $2', [
    call.account.user_id,
    post.linkedin_job_id,
    JSON.stringify(post),
  ]);
  return post;
}

/** The fields that say something, with the description in both of its forms. */
function said(fields: JobFields): Partial<Record<keyof JobFields | 'editableDescription', string>> {
  const given = Object.entries(fields).filter(([, value]) => /\S/.test(value ?? ''));
  return {
    ...Object.fromEntries(given),
    ...(fields.description ? { editableDescription: paragraphs(fields.description) } : {}),
  };
}

/** Plain text as HTML. */
function paragraphs(text: string): string {
  return escapeText(text)
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('');
}
