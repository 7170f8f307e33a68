import type { Faker } from '@faker-js/faker';
import { DAY } from '../../../../../shared/kit/duration.ts';
import { DEMO_TEMPERS } from './draw-behavior.ts';
import {
  type ApplicationSeed,
  CLOSED,
  DRAFT,
  drawApplication,
  drawJob,
  drawRating,
  type JobSeed,
  type Rating,
  SPONSORED,
  TOP_CHOICE,
  WITH_QUESTIONS,
} from './draw-job.ts';
import { drawCompanies, drawPeople, seededFaker } from './draw-people.ts';
import type { CompanySeed, PersonSeed } from './person-seed.ts';

/** The part of a world that is drawn at a time; a large world comes in many. */
export interface WorldPart {
  readonly companies?: readonly CompanySeed[];
  readonly people?: readonly PersonSeed[];
  readonly jobs?: readonly JobSeed[];
  readonly applications?: readonly ApplicationSeed[];
}

export interface WorldSize {
  readonly people: number;
  readonly jobs: number;
}

export const DEFAULT_SIZE: WorldSize = { people: 1000, jobs: 10 };

export const DEFAULT_SEED = 1;
/** The first job of every world: the one that the demo campaign takes its leads from. */
export const DEMO_JOB_ID = '4000000001';

const FEWEST_COMPANIES = 60;
const PEOPLE_PER_COMPANY = 100;
const DEMO_RATINGS: readonly Rating[] = ['GOOD_FIT', 'MAYBE', 'UNRATED'];
const DEMO_UNFIT = 6;
const DEMO_REJECTED = 4;
/** The people of the first job, who are in every world. */
export const FEWEST_PEOPLE = DEMO_TEMPERS.length + DEMO_UNFIT + DEMO_REJECTED;
const PEOPLE_AT_A_TIME = 500;
const JOBS_AT_A_TIME = 20;

/** The same seed, time and size give the same world, byte for byte. `now`: virtual time, epoch ms. */
export function* drawWorld(seed: number, now: number, size: WorldSize): Generator<WorldPart> {
  const faker = seededFaker(seed);
  const companies = drawCompanies(faker, Math.max(FEWEST_COMPANIES, Math.ceil(size.people / PEOPLE_PER_COMPANY)));
  yield { companies };
  const mailboxes = new Set<string>();
  // None of the demo's forty is connected yet, so that each of them needs an invitation.
  const candidates = drawPeople(faker, DEMO_TEMPERS.length, companies, {
    mailboxes,
    tempers: faker.helpers.shuffle([...DEMO_TEMPERS]),
    degrees: [
      { weight: 3, value: 2 },
      { weight: 1, value: 3 },
    ],
  });
  const unfit = drawPeople(faker, DEMO_UNFIT + DEMO_REJECTED, companies, {
    mailboxes,
    degrees: [{ weight: 1, value: 3 }],
  });
  const demo = [...candidates, ...unfit];
  yield { people: demo };
  const others: string[] = [];
  while (demo.length + others.length < size.people) {
    const people = drawPeople(faker, Math.min(PEOPLE_AT_A_TIME, size.people - demo.length - others.length), companies, {
      mailboxes,
      degrees: [
        { weight: 5, value: 1 },
        { weight: 40, value: 2 },
        { weight: 55, value: 3 },
      ],
    });
    others.push(...people.map(({ public_identifier }) => public_identifier));
    yield { people };
  }
  const applicants = demo.map(({ public_identifier }) => public_identifier);
  for (let from = 0; from < size.jobs; from += JOBS_AT_A_TIME) {
    const to = Math.min(size.jobs, from + JOBS_AT_A_TIME);
    yield drawJobs(faker, { companies, others, demo: applicants, now, from, to });
  }
}

function drawJobs(
  faker: Faker,
  world: {
    readonly companies: readonly CompanySeed[];
    readonly others: readonly string[];
    readonly demo: readonly string[];
    readonly now: number;
    readonly from: number;
    readonly to: number;
  },
): WorldPart {
  const { now } = world;
  const jobs: JobSeed[] = [];
  const applications: ApplicationSeed[] = [];
  for (let index = world.from; index < world.to; index++) {
    const jobId = String(Number(DEMO_JOB_ID) + index);
    const applicants =
      index === 0 ? world.demo : faker.helpers.arrayElements(world.others, faker.number.int({ min: 20, max: 60 }));
    const company = faker.helpers.arrayElement(world.companies);
    jobs.push(
      drawJob(faker, {
        job_id: jobId,
        company,
        applies: applicants.length,
        now,
        ...(index === 0 ? { title: 'Senior Backend Engineer' } : {}),
      }),
    );
    for (const [number, public_identifier] of applicants.entries()) {
      const stage =
        index === 0 ? demoRating(number) : { rating: drawRating(faker), rejected: faker.datatype.boolean(0.1) };
      applications.push(drawApplication(faker, { job_id: jobId, number, public_identifier, now, ...stage }));
    }
  }
  return varyJobs(jobs, applications, world);
}

/** Gives the later jobs what tells jobs apart; after all was drawn, so that it moves nobody's dice. */
function varyJobs(
  jobs: readonly JobSeed[],
  applications: readonly ApplicationSeed[],
  { from, now }: { readonly from: number; readonly now: number },
) {
  const changes: Readonly<Record<number, Partial<JobSeed['post']>>> = {
    1: SPONSORED,
    2: WITH_QUESTIONS,
    8: { ...CLOSED, closed_at: now - DAY },
    9: DRAFT,
  };
  const settled = jobs.map(({ job_id, post }, index) => ({ job_id, post: { ...post, ...changes[from + index] } }));
  const drafts = new Set(settled.filter(({ post }) => post.job_state === 'DRAFT').map(({ job_id }) => job_id));
  const kept = applications.filter(({ job_id }) => !drafts.has(job_id));
  return {
    jobs: settled,
    applications: kept.map((each, index) => (from + index === 0 ? { ...each, ...TOP_CHOICE } : each)),
  };
}

/** Exactly the forty carry a rating worth writing to; the rest make a ratings filter mean something. */
function demoRating(number: number): { rating: Rating; rejected: boolean } {
  if (number >= DEMO_TEMPERS.length) {
    return { rating: 'NOT_A_FIT', rejected: number >= DEMO_TEMPERS.length + DEMO_UNFIT };
  }
  return { rating: DEMO_RATINGS[number % DEMO_RATINGS.length] ?? 'UNRATED', rejected: false };
}
