import { z } from 'zod';
import type { Queryable } from '../../postgres/database.ts';
import { drawApplication, drawJob, drawRating } from '../channels/sandbox/world/draw-job.ts';
import { drawPeople, seededFaker } from '../channels/sandbox/world/draw-people.ts';
import { insertJobs, insertPeople } from '../channels/sandbox/world/insert-world.ts';
import type { CompanySeed } from '../channels/sandbox/world/person-seed.ts';
import type { ServiceContext } from '../context.ts';
import { parseInput } from '../http/parse-input.ts';
import { invalidParams } from '../http/service-error.ts';
import type { SandboxCall, SandboxRoute } from './sandbox-route.ts';

const rating = z.enum(['UNRATED', 'GOOD_FIT', 'MAYBE', 'NOT_A_FIT']);
const input = z.object({
  job_id: z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,18}$/, 'must be numeric')),
  title: z.string().optional(),
  /** New people, whose behavior comes from the world's seed and the job's id. */
  candidates: z.int().min(0).max(20_000).default(0),
  /** So many of them, the last ones, are in the Rejected stage. */
  rejected: z.int().min(0).default(0),
  /** People that exist already. */
  people: z
    .array(
      z.union([
        z.string(),
        z.object({ public_identifier: z.string(), rating: rating.optional(), is_rejected: z.boolean().optional() }),
      ]),
    )
    .default([]),
});

/** Jobs with candidates, seen by every account of this owner. */
export function jobRoutes(context: ServiceContext): SandboxRoute[] {
  return [
    {
      method: 'POST',
      path: '/jobs',
      handle: (call) =>
        context.db.transaction((tx) => createJob(tx, call, parseInput('body', input, withJobId(call.body)))),
    },
  ];
}

const withJobId = (body: SandboxCall['body']) => ({ job_id: String(5_000_000_000 + (Date.now() % 1e9)), ...body });

async function createJob(tx: Queryable, { owner, now }: SandboxCall, given: z.infer<typeof input>) {
  const { user_id } = owner;
  const known = await tx.query('select 1 from sandbox_jobs where user_id = $1 and job_id = $2', [
    user_id,
    given.job_id,
  ]);
  if (known.rowCount !== 0) throw invalidParams(`body.job_id: job ${given.job_id} exists already`);

  const named = given.people.map((person) => (typeof person === 'string' ? { public_identifier: person } : person));
  await needAll(
    tx,
    user_id,
    named.map(({ public_identifier }) => public_identifier.toLowerCase()),
  );
  const faker = seededFaker(await jobSeed(tx, user_id, given.job_id));
  const { rows: companies } = await tx.query<CompanySeed & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 order by public_identifier',
    [user_id],
  );
  const drawn = drawPeople(faker, given.candidates, companies, {
    mailboxes: new Set(),
    degrees: [
      { weight: 3, value: 2 },
      { weight: 1, value: 3 },
    ],
  });
  await insertPeople(tx, user_id, drawn, now);

  const applicants = [
    ...named.map((person) => ({
      public_identifier: person.public_identifier.toLowerCase(),
      rating: person.rating ?? 'UNRATED',
      rejected: person.is_rejected ?? false,
    })),
    ...drawn.map(({ public_identifier }, index) => ({
      public_identifier,
      rating: drawRating(faker),
      rejected: index >= drawn.length - given.rejected,
    })),
  ];
  const company = faker.helpers.arrayElement(companies);
  const job = drawJob(faker, {
    job_id: given.job_id,
    company,
    applies: applicants.length,
    now,
    ...(given.title === undefined ? {} : { title: given.title }),
  });
  const applications = applicants.map((applicant, number) =>
    drawApplication(faker, { job_id: given.job_id, number, now, ...applicant }),
  );
  await insertJobs(tx, user_id, [job], applications, now);
  return { job_id: given.job_id, candidates: applications.length };
}

async function needAll(tx: Queryable, userId: string, slugs: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ slug: string }>(
    `select slug from unnest($2::text[]) as slug
      where not exists (select 1 from sandbox_people where user_id = $1 and public_identifier = slug)`,
    [userId, slugs],
  );
  if (rows.length > 0) throw invalidParams(`body.people: not found: ${rows.map(({ slug }) => slug).join(', ')}`);
}

/** The same world and the same job id draw the same candidates. */
async function jobSeed(tx: Queryable, userId: string, jobId: string): Promise<number> {
  const { rows } = await tx.query<{ seed: number }>('select seed from sandbox_worlds where user_id = $1', [userId]);
  return ((rows[0]?.seed ?? 0) * 1_000_003 + (Number(jobId) % 1_000_003)) % 2_147_483_647;
}
