import { base, en, Faker } from '@faker-js/faker';
import { companyKey, companyUrl, pictureUrl, slugOf } from '../addresses.ts';
import { drawManner, drawTemper, type Temper } from './draw-behavior.ts';
import { drawHistory } from './draw-history.ts';
import type { CompanySeed, PersonSeed } from './person-seed.ts';

export function seededFaker(seed: number): Faker {
  const faker = new Faker({ locale: [en, base] });
  faker.seed(seed);
  return faker;
}

const INDUSTRIES = ['Software', 'Banking', 'Biotechnology', 'Logistics', 'Energy', 'Insurance', 'Retail', 'Media'];
const SIZES = ['11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000'];

export function drawCompanies(faker: Faker, count: number): CompanySeed[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const name = faker.company.name();
    const slug = free(slugOf(name), taken);
    return {
      public_identifier: slug,
      name,
      domain: `${slug}.example`,
      industry: faker.helpers.arrayElement(INDUSTRIES),
      size: faker.helpers.arrayElement(SIZES),
      headquarters: place(faker),
      description: faker.company.catchPhrase(),
    };
  });
}

const place = (faker: Faker): string => `${faker.location.city()}, ${faker.location.country()}`;

/** The slug, or the slug with the first number that makes it free. */
function free(wanted: string, taken: Set<string>): string {
  let slug = wanted;
  for (let number = 2; taken.has(slug); number++) slug = `${wanted}-${number}`;
  taken.add(slug);
  return slug;
}

/**
 * `tempers[i]` is person `i`'s; whoever has none draws one. `degrees` are the ones to choose from, `mailboxes` the names
 * that are taken already: two people of one world never share an address.
 */
export function drawPeople(
  faker: Faker,
  count: number,
  companies: readonly CompanySeed[],
  options: {
    readonly tempers?: readonly Temper[];
    readonly degrees: readonly { weight: number; value: 1 | 2 | 3 }[];
    readonly mailboxes: Set<string>;
  },
): PersonSeed[] {
  return Array.from({ length: count }, (_, index) => {
    const first = faker.person.firstName();
    const last = faker.person.lastName();
    const memberId = `ACoAA${faker.string.alphanumeric(34)}`;
    const company = faker.helpers.arrayElement(companies);
    const title = faker.person.jobTitle();
    const manner = drawManner(faker, options.tempers?.[index] ?? drawTemper(faker));
    const mailbox = free(slugOf(`${first} ${last}`).replaceAll('-', '.'), options.mailboxes);
    const since = faker.number.int({ min: 2012, max: 2024 });
    const history = drawHistory(memberId, companies, since);
    return {
      public_identifier: `${slugOf(`${first} ${last}`)}-${faker.string.hexadecimal({ length: 8, casing: 'lower', prefix: '' })}`,
      member_id: memberId,
      lead_id: `ACwAA${faker.string.alphanumeric(34)}`,
      first_name: first,
      last_name: last,
      headline: `${title} at ${company.name}`,
      location: place(faker),
      industry: company.industry,
      summary: faker.company.buzzPhrase(),
      company: company.name,
      company_domain: company.domain,
      job_title: title,
      degree: faker.helpers.weightedArrayElement([...options.degrees]),
      open_profile: faker.datatype.boolean(0.1),
      premium: faker.datatype.boolean(0.2),
      profile_picture: pictureUrl(memberId),
      experiences: [
        {
          title,
          company: company.name,
          company_url: companyUrl(company.public_identifier),
          date_range: `01/${since} - Present`,
          description: faker.company.catchPhrase(),
        },
        ...history.past,
      ],
      email: manner.has_email ? `${mailbox}@${company.domain}` : null,
      phone_number: `+1555${faker.string.numeric(7)}`,
      inmail_restriction: manner.restricted ? 'RESTRICTED' : 'NO_RESTRICTION',
      behavior: manner.behavior,
      company_slug: company.public_identifier,
      past_companies: history.past.map((job) => ({ name: job.company, slug: companyKey(job.company_url) ?? '' })),
      school_slugs: history.school_slugs,
      websites: history.has_website ? [`https://${mailbox}.example`] : [],
    };
  });
}
