import { bareText } from '../../../../../shared/identity/bare-text.ts';
import { domainOf } from '../../../../../shared/identity/mailbox-key.ts';
import { slugKey } from '../../../../../shared/identity/profile.ts';
import type { EnrichmentSource, FoundEmail } from '../../enrichment-source.ts';
import { done, invalid, notFound } from '../../refusals.ts';
import { referenceKey } from '../addresses.ts';
import { foldText } from '../people/fold-text.ts';
import type { PersonRow } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { takesAnything } from './mail-domains.ts';

const NONE: FoundEmail = { email: null, status: 'unknown', score: 0 };

/** From the person's own data. A mailbox that will bounce looks like a guess, as it would to a real finder. */
export const findEmail: EnrichmentSource['findEmail'] = async (call, query) => {
  await ensureWorld(call.tx, call.user_id, call.now);
  const emailOf = async ({ email, behavior }: PersonRow): Promise<FoundEmail> => {
    if (email === null) return NONE;
    const guessed = behavior.bounces !== undefined || (await takesAnything(call, domainOf(email)));
    return guessed ? { email, status: 'catch_all', score: 60 } : { email, status: 'valid', score: 97 };
  };
  if (query.profile_url !== undefined) {
    const key = referenceKey(query.profile_url);
    const { rows } = await call.tx.query<PersonRow>(
      `select * from sandbox_people
        where user_id = $1 and (public_identifier = $3 or member_id = $2 or lead_id = $2)`,
      [call.user_id, key, slugKey(key ?? '')],
    );
    return rows[0] ? done(await emailOf(rows[0])) : notFound(`profile ${query.profile_url} not found`);
  }
  const { first_name, last_name } = query;
  const domain = query.domain === undefined ? null : plainDomain(query.domain);
  const company = query.company?.trim() || null;
  if (!first_name || !last_name || !(domain || company)) {
    return invalid('find_email needs profile_url, or first_name and last_name with domain or company');
  }
  // The domain says more than a company's name, which may be spelled in many ways.
  const { rows } = await call.tx.query<PersonRow>(
    `select p.* from sandbox_people p join sandbox_people_search s using (person_id)
      where s.user_id = $1 and s.first_name = $2 and s.last_name = $3
        and case when $4::text is not null
              then p.company_domain = $4 or p.email_key like '%@' || $4
              else s.company = $5 end
      order by p.email is null, p.person_id limit 1`,
    [
      call.user_id,
      ...[first_name.trim(), last_name.trim()].map(foldText),
      domain || null,
      company && foldText(company),
    ],
  );
  return done(rows[0] ? await emailOf(rows[0]) : NONE);
};

/** `https://www.acme.example/about` and `@acme.example` are `acme.example` too. */
const plainDomain = (given: string): string => {
  const [host = ''] = bareText(given)
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^.*@/, '')
    .split(/[/?#:]/, 1);
  return domainOf(`@${host.replace(/^www\./i, '')}`);
};
