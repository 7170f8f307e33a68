import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { domainOf } from '../../../shared/identity/mailbox-key.ts';
import { slugKey } from '../../../shared/identity/profile.ts';
import { emailAddress, phoneNumber } from '../../contract/params.ts';
import { companyKey, pictureUrl, referenceKey, schoolKey, slugOf } from '../channels/sandbox/addresses.ts';
import { behaviorSchema } from '../channels/sandbox/behavior.ts';
import type { CompanySeed, PersonSeed } from '../channels/sandbox/world/person-seed.ts';

const experience = z.object({
  title: z.string().default(''),
  company: z.string().default(''),
  company_url: z.string().default(''),
  date_range: z.string().default(''),
  description: z.string().default(''),
});

/** A person made by hand; all optional. Without `behavior` they never act by themselves. */
export const personInput = z.object({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  full_name: z.string().optional(),
  name: z.string().optional(),
  public_identifier: z
    .string()
    .regex(/^[^\s/?#@]{1,100}$/, 'must be a slug')
    .optional(),
  profile_url: z.string().optional(),
  headline: z.string().optional(),
  location: z.string().default('Paris, France'),
  industry: z.string().default('Software'),
  summary: z.string().default(''),
  company: z.string().nullable().default(null),
  job_title: z.string().nullable().default(null),
  /** Holds for all accounts; 1 is connected with each. */
  degree: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(2),
  open_profile: z.boolean().default(false),
  premium: z.boolean().default(false),
  profile_picture: z.string().optional(),
  experiences: z.array(experience).default([]),
  email: z.string().nullable().default(null),
  phone_number: z.string().nullable().default(null),
  inmail_restriction: z.enum(['NO_RESTRICTION', 'RESTRICTED']).default('NO_RESTRICTION'),
  behavior: behaviorSchema.default({}),
  /** Schools: page URLs, slugs or names. */
  schools: z.array(z.string()).default([]),
  websites: z.array(z.string()).default([]),
});

export function personSeed(input: z.infer<typeof personInput>): PersonSeed {
  const [givenFirst = 'Robin', ...givenRest] = (input.full_name ?? input.name ?? '').split(/\s+/).filter(Boolean);
  const first = input.first_name ?? givenFirst;
  const last = input.last_name ?? (givenRest.join(' ') || 'Doe');
  const memberId = `ACoAA${randomBytes(17).toString('hex')}`;
  const named = input.public_identifier ?? (input.profile_url === undefined ? null : referenceKey(input.profile_url));
  const title = input.job_title ?? 'Engineer';
  // As a call would write them; what is none stays as it was given.
  const email = input.email === null ? null : (emailAddress().safeParse(input.email).data ?? input.email);
  const phone_number =
    input.phone_number === null ? null : (phoneNumber().safeParse(input.phone_number).data ?? input.phone_number);
  return {
    public_identifier: slugKey(named ?? `${slugOf(`${first} ${last}`)}-${randomBytes(4).toString('hex')}`),
    member_id: memberId,
    lead_id: `ACwAA${randomBytes(17).toString('hex')}`,
    first_name: first,
    last_name: last,
    headline: input.headline ?? (input.company === null ? title : `${title} at ${input.company}`),
    location: input.location,
    industry: input.industry,
    summary: input.summary,
    company: input.company,
    company_domain: email === null ? null : domainOf(email) || null,
    job_title: input.job_title,
    degree: input.degree,
    open_profile: input.open_profile,
    premium: input.premium,
    profile_picture: input.profile_picture ?? pictureUrl(memberId),
    experiences: input.experiences,
    email,
    phone_number,
    inmail_restriction: input.inmail_restriction,
    behavior: input.behavior,
    ...placesOf(input),
    websites: input.websites,
  };
}

/** The page of the company where they work, for a world that has none of it yet. */
export function employerOf(person: PersonSeed): CompanySeed[] {
  if (person.company === null || person.company_slug === null || person.company_slug === '') return [];
  return [
    {
      public_identifier: person.company_slug,
      name: person.company,
      domain: person.company_domain ?? `${person.company_slug}.example`,
      industry: person.industry,
      size: '11-50',
      headquarters: person.location,
      description: '',
    },
  ];
}

/** Companies and schools, in the form that searches find. */
function placesOf(input: z.infer<typeof personInput>) {
  const slug = (job: { readonly company: string; readonly company_url: string }): string =>
    (job.company_url === '' ? null : companyKey(job.company_url)) ?? slugOf(job.company);
  const present = input.experiences.find((job) => job.company === input.company);
  const past = input.experiences.filter(
    (job) => job !== present && job.company !== '' && job.company !== input.company,
  );
  return {
    company_slug: input.company === null ? null : slug(present ?? { company: input.company, company_url: '' }),
    past_companies: past.map((job) => ({ name: job.company, slug: slug(job) })),
    school_slugs: input.schools.map((school) => (school.includes('/') ? schoolKey(school) : null) ?? slugOf(school)),
  };
}
