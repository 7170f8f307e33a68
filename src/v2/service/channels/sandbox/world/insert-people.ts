import { personKey } from '../../../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import { foldText } from '../people/fold-text.ts';
import type { PersonSeed } from './person-seed.ts';

/** In one statement, however many. `at`: virtual time, epoch ms. */
export async function insertPeople(
  tx: Queryable,
  userId: string,
  people: readonly PersonSeed[],
  at: number,
): Promise<void> {
  await tx.query(
    `with made as (
       insert into sandbox_people (user_id, created_at, public_identifier, member_id, lead_id, first_name, last_name,
         headline, location, industry, summary, company, company_domain, job_title, degree, open_profile, premium,
         profile_picture, experiences, email, phone_number, inmail_restriction, behavior, company_slug, websites, email_key)
       select $1, $2, * from ${rowsOf(
         `public_identifier text, member_id text, lead_id text,
         first_name text, last_name text, headline text, location text, industry text, summary text, company text,
         company_domain text, job_title text, degree smallint, open_profile boolean, premium boolean,
         profile_picture text, experiences jsonb, email text, phone_number text, inmail_restriction text,
         behavior jsonb, company_slug text, websites text[], email_key text`,
         '$3',
       )} as p
       returning person_id, public_identifier)
     insert into sandbox_people_search (user_id, person_id, degree, all_text, first_name, last_name, job_title, company,
       past_companies, location, industry, company_slug, past_company_slugs, school_slugs)
     select $1, made.person_id, s.degree, s.all_text, s.first_name, s.last_name, s.job_title, s.company,
            s.past_companies, s.location, s.industry, s.company_slug, s.past_company_slugs, s.school_slugs
       from ${rowsOf(
         `public_identifier text, degree smallint, all_text text, first_name text,
              last_name text, job_title text, company text, past_companies text, location text, industry text,
              company_slug text, past_company_slugs text[], school_slugs text[]`,
         '$4',
       )} as s
       join made using (public_identifier)`,
    [userId, new Date(at), JSON.stringify(people.map(withKey)), JSON.stringify(people.map(searchRow))],
  );
}

const withKey = (person: PersonSeed) => ({
  ...person,
  email_key: person.email === null ? null : personKey(person.email),
});

function searchRow(person: PersonSeed) {
  const { first_name, last_name, headline, summary } = person;
  const company = person.company ?? '';
  return {
    public_identifier: person.public_identifier,
    degree: person.degree,
    all_text: foldText([first_name, last_name, headline, company, summary].join(' ')),
    first_name: foldText(first_name),
    last_name: foldText(last_name),
    job_title: foldText(person.job_title ?? ''),
    company: foldText(company),
    past_companies: foldText(person.past_companies.map(({ name }) => name).join('\n')),
    location: foldText(person.location),
    industry: foldText(person.industry),
    company_slug: person.company_slug,
    past_company_slugs: person.past_companies.map(({ slug }) => slug),
    school_slugs: person.school_slugs,
  };
}
