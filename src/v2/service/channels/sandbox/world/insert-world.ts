import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import type { ApplicationSeed, JobSeed } from './draw-job.ts';
import type { CompanySeed } from './person-seed.ts';

/** Companies whose page is there already stay as they are. */
export async function insertCompanies(tx: Queryable, userId: string, companies: readonly CompanySeed[]): Promise<void> {
  await tx.query(
    `insert into sandbox_companies (user_id, public_identifier, name, domain, industry, size, headquarters, description)
     select $1, * from ${rowsOf(
       `public_identifier text, name text, domain text, industry text,
       size text, headquarters text, description text`,
       '$2',
     )} as c
     on conflict do nothing`,
    [userId, JSON.stringify(companies)],
  );
}

export async function insertJobs(tx: Queryable, userId: string, jobs: readonly JobSeed[], at: number): Promise<void> {
  await tx.query(
    `insert into sandbox_jobs (user_id, created_at, job_id, post)
     select $1, $2, * from ${rowsOf('job_id text, post jsonb', '$3')} as j`,
    [userId, new Date(at), JSON.stringify(jobs)],
  );
}

export async function insertApplications(
  tx: Queryable,
  userId: string,
  applications: readonly ApplicationSeed[],
): Promise<void> {
  await tx.query(
    `insert into sandbox_applications (user_id, job_id, application_id, person_id, rating, rejected_at,
       is_top_choice, top_choice_message, relevance, applied_at, shares_email, shares_phone)
     select $1, a.job_id, a.application_id, p.person_id, a.rating, to_timestamp(a.rejected_at / 1000.0),
            a.is_top_choice, a.top_choice_message, a.relevance, to_timestamp(a.applied_at / 1000.0), a.shares_email,
            a.shares_phone
       from ${rowsOf(
         `job_id text, application_id text, public_identifier text, rating text,
              rejected_at bigint, is_top_choice boolean, top_choice_message text, relevance integer, applied_at bigint,
              shares_email boolean, shares_phone boolean`,
         '$2',
       )} as a
       join sandbox_people p on p.user_id = $1 and p.public_identifier = a.public_identifier`,
    [userId, JSON.stringify(applications)],
  );
}
