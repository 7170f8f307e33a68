import type { EnrichmentSource } from '../port.ts';
import { referenceKey } from './addresses.ts';
import type { PersonRow } from './people/person-row.ts';
import { done, invalid, notFound } from './refusals.ts';
import { ensureWorld } from './world/ensure-world.ts';

const NONE = { email: null, status: 'unknown', score: 0 } as const;

/** From the person's own data. A mailbox that will bounce looks like a guess, as it would to a real finder. */
export const findEmail: EnrichmentSource['findEmail'] = async (call, query) => {
  await ensureWorld(call.tx, call.user_id, call.now);
  if (query.profile_url !== undefined) {
    const { rows } = await call.tx.query<PersonRow>(
      `select * from sandbox_people
        where user_id = $1 and (public_identifier = lower($2) or member_id = $2 or lead_id = $2)`,
      [call.user_id, referenceKey(query.profile_url)],
    );
    return rows[0] ? done(emailOf(rows[0])) : notFound(`profile ${query.profile_url} not found`);
  }
  const { first_name, last_name, domain, company } = query;
  if (!first_name || !last_name || !(domain || company)) {
    return invalid('find_email needs profile_url, or first_name and last_name with domain or company');
  }
  const { rows } = await call.tx.query<PersonRow>(
    `select * from sandbox_people
      where user_id = $1 and lower(first_name) = lower($2) and lower(last_name) = lower($3)
        and ($4::text is null or lower(company_domain) = lower($4) or lower(email) like '%@' || lower($4))
        and ($5::text is null or lower(company) = lower($5))
      order by person_id limit 1`,
    [call.user_id, first_name, last_name, domain ?? null, company ?? null],
  );
  return done(rows[0] ? emailOf(rows[0]) : NONE);
};

function emailOf(person: PersonRow) {
  if (person.email === null) return NONE;
  return person.behavior.bounces === undefined
    ? ({ email: person.email, status: 'valid', score: 97 } as const)
    : ({ email: person.email, status: 'catch_all', score: 60 } as const);
}
