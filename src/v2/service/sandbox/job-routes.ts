import type { Faker } from '@faker-js/faker';
import { z } from 'zod';
import { slugKey } from '../../../shared/identity/profile.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { invalidParams } from '../answers/service-error.ts';
import {
  type ApplicationSeed,
  CLOSED,
  DRAFT,
  drawApplication,
  drawJob,
  drawRating,
} from '../channels/sandbox/world/draw-job.ts';
import { drawPeople, seededFaker } from '../channels/sandbox/world/draw-people.ts';
import { insertPeople } from '../channels/sandbox/world/insert-people.ts';
import { insertApplications, insertJobs } from '../channels/sandbox/world/insert-world.ts';
import type { CompanySeed } from '../channels/sandbox/world/person-seed.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { parseInput } from '../http/parse-input.ts';
import type { SandboxCall, SandboxRoute } from './sandbox-route.ts';

const person = z.object({
  public_identifier: z.string(),
  rating: z.enum(['UNRATED', 'GOOD_FIT', 'MAYBE', 'NOT_A_FIT']).optional(),
  is_rejected: z.boolean().optional(),
  /** False: the CV comes without email and phone. */
  shares_contact: z.boolean().default(true),
});

const applicants = z.object({
  /** New people, whose behavior comes from the world's seed and the job's id. */
  candidates: z.int().min(0).max(20_000).default(0),
  /** So many of them, the last ones, are in the Rejected stage. */
  rejected: z.int().min(0).default(0),
  /** People that exist already. */
  people: z.array(z.union([z.string(), person])).default([]),
});
type Applicants = z.output<typeof applicants>;

const input = applicants.extend({
  job_id: z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,18}$/, 'must be numeric'))
    .optional(),
  title: z.string().optional(),
  job_state: z.enum(['LISTED', 'CLOSED', 'DRAFT']).optional(),
});

/** Jobs with candidates, seen by every account of this owner. Where the job is there, the candidates apply to it too. */
export function jobRoutes(context: ServiceContext): SandboxRoute[] {
  return [
    {
      method: 'POST',
      path: '/jobs',
      handle: (call) => context.db.transaction((tx) => postJob(tx, call, parseInput('body', input, call.body))),
    },
  ];
}

async function postJob(tx: Queryable, call: SandboxCall, given: z.output<typeof input>) {
  const jobId = given.job_id ?? (await nextJobId(tx));
  const { rows } = await tx.query<{ applied: number }>(
    `select (select count(*)::int from sandbox_applications a where a.user_id = j.user_id and a.job_id = j.job_id) as applied
       from sandbox_jobs j where user_id = $1 and job_id = $2 for update`,
    [call.owner.user_id, jobId],
  );
  const job = rows[0];
  if (!job) return createJob(tx, call, jobId, given);
  if (given.title !== undefined || given.job_state !== undefined) {
    throw invalidParams(`body.job_id: job ${jobId} exists already: only candidates and people can be added to it`);
  }
  return addCandidates(tx, call, { job_id: jobId, ...job }, given);
}

async function createJob(tx: Queryable, { owner, now }: SandboxCall, jobId: string, given: z.output<typeof input>) {
  const { user_id } = owner;
  const faker = seededFaker(await jobSeed(tx, user_id, jobId, 0));
  const companies = await companiesOf(tx, user_id);
  const applications = await drawApplicants(tx, { user_id, job_id: jobId, faker, companies, first: 0, now }, given);
  const { post } = drawJob(faker, {
    job_id: jobId,
    company: faker.helpers.arrayElement(companies),
    applies: applications.length,
    now,
    ...(given.title === undefined ? {} : { title: given.title }),
  });
  const state = { LISTED: {}, CLOSED: { ...CLOSED, closed_at: now }, DRAFT }[given.job_state ?? 'LISTED'];
  await insertJobs(tx, user_id, [{ job_id: jobId, post: { ...post, ...state } }], now);
  await insertApplications(tx, user_id, applications);
  return { job_id: jobId, candidates: applications.length };
}

async function addCandidates(
  tx: Queryable,
  { owner, now }: SandboxCall,
  { job_id, applied }: { readonly job_id: string; readonly applied: number },
  given: Applicants,
) {
  const { user_id } = owner;
  const faker = seededFaker(await jobSeed(tx, user_id, job_id, applied));
  const companies = await companiesOf(tx, user_id);
  const drawn = await drawApplicants(tx, { user_id, job_id, faker, companies, first: applied, now }, given);
  // Whoever is added to a job that is there applies now.
  const applications = drawn.map((one) => ({
    ...one,
    applied_at: now,
    rejected_at: one.rejected_at === null ? null : now,
  }));
  await insertApplications(tx, user_id, applications);
  const candidates = applied + applications.length;
  await tx.query(
    `update sandbox_jobs set post = jsonb_set(post, '{num_applies}', to_jsonb($3::int)) where user_id = $1 and job_id = $2`,
    [user_id, job_id, candidates],
  );
  return { job_id, candidates };
}

interface Draw {
  readonly user_id: string;
  readonly job_id: string;
  readonly faker: Faker;
  readonly companies: readonly CompanySeed[];
  /** Applications that the job has already. */
  readonly first: number;
  readonly now: number;
}

/** The people named, then new ones, who are stored here. */
async function drawApplicants(tx: Queryable, draw: Draw, given: Applicants): Promise<ApplicationSeed[]> {
  const { user_id, job_id, faker, companies, first, now } = draw;
  const named = new Map(
    given.people
      .map((one) => (typeof one === 'string' ? { public_identifier: one, shares_contact: true } : one))
      .map((one) => [slugKey(one.public_identifier), one]),
  );
  await needAll(tx, user_id, [...named.keys()]);
  // Nobody applies to a job twice.
  for (const slug of await applicantsOf(tx, user_id, job_id)) named.delete(slug);
  const drawn = drawPeople(faker, given.candidates, companies, {
    mailboxes: new Set(),
    degrees: [
      { weight: 3, value: 2 },
      { weight: 1, value: 3 },
    ],
  });
  await insertPeople(tx, user_id, drawn, now);
  const all = [
    ...[...named].map(([public_identifier, one]) => ({
      public_identifier,
      rating: one.rating ?? 'UNRATED',
      rejected: one.is_rejected ?? false,
      shares_contact: one.shares_contact,
    })),
    ...drawn.map(({ public_identifier }, index) => ({
      public_identifier,
      rating: drawRating(faker),
      rejected: index >= drawn.length - given.rejected,
    })),
  ];
  return all.map((applicant, index) => drawApplication(faker, { job_id, number: first + index, now, ...applicant }));
}

async function companiesOf(tx: Queryable, userId: string): Promise<CompanySeed[]> {
  const { rows } = await tx.query<CompanySeed & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 order by public_identifier',
    [userId],
  );
  return rows;
}

async function needAll(tx: Queryable, userId: string, slugs: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ slug: string }>(
    `select slug from unnest($2::text[]) as slug
      where not exists (select 1 from sandbox_people where user_id = $1 and public_identifier = slug)`,
    [userId, slugs],
  );
  if (rows.length > 0) throw invalidParams(`body.people: not found: ${rows.map(({ slug }) => slug).join(', ')}`);
}

async function applicantsOf(tx: Queryable, userId: string, jobId: string): Promise<string[]> {
  const { rows } = await tx.query<{ public_identifier: string }>(
    `select p.public_identifier from sandbox_applications a join sandbox_people p using (person_id)
      where a.user_id = $1 and a.job_id = $2`,
    [userId, jobId],
  );
  return rows.map(({ public_identifier }) => public_identifier);
}

async function nextJobId(tx: Queryable): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(`select nextval('sandbox_job_ids')::text as id`);
  return rows[0]?.id ?? '';
}

/** The same world, job id and number of applications draw the same candidates. */
async function jobSeed(tx: Queryable, userId: string, jobId: string, applied: number): Promise<number> {
  const { rows } = await tx.query<{ seed: number }>('select seed from sandbox_worlds where user_id = $1', [userId]);
  return ((rows[0]?.seed ?? 0) * 1_000_003 + (Number(jobId) % 1_000_003) + applied * 7919) % 2_147_483_647;
}
