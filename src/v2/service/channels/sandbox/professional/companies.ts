import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import { readList } from '../../list-snapshot.ts';
import type { Company, CompanyFilters } from '../../profiles-channel.ts';
import { done, notFound } from '../../refusals.ts';
import { companyKey, companyUrl } from '../addresses.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import type { CompanySeed } from '../world/person-seed.ts';

type CompanyRow = CompanySeed & { readonly company_id: string };

/** Searches companies, ordered by name. */
export async function searchCompanies(
  call: Call,
  filters: CompanyFilters,
  range: OffsetRange,
): Promise<Outcome<Page<Company>>> {
  const { tx, account } = call;
  await ensureWorld(tx, account.user_id, call.now);
  const values: unknown[] = [account.user_id];
  const conditions = ['user_id = $1'];
  const contains = (column: string, texts: readonly string[] | undefined, quantifier: 'any' | 'all' = 'any'): void => {
    if (!texts) return;
    values.push(texts.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`));
    conditions.push(`${column} ilike ${quantifier} ($${values.length}::text[])`);
  };
  const words = filters.keyword?.split(/\s+/).filter((word) => word !== '');
  contains("concat_ws(' ', name, domain, industry, description)", words, 'all');
  contains('headquarters', filters.location);
  contains('industry', filters.industry);
  contains('industry', filters.sector);
  if (filters.company_size) {
    values.push(filters.company_size.map((size) => size.replace(/[\s,]|employees/gi, '')));
    conditions.push(`size = any ($${values.length}::text[])`);
  }
  const list = {
    name: 'companies',
    filters,
    ids: {
      text: `select company_id as id from sandbox_companies where ${conditions.join(' and ')} order by name, company_id`,
      values,
    },
    async load(ids: readonly string[]) {
      const { rows } = await tx.query<CompanyRow & Record<string, unknown>>(
        'select * from sandbox_companies where user_id = $1 and company_id = any ($2::bigint[])',
        [account.user_id, ids],
      );
      return new Map(rows.map((row) => [row.company_id, companyOf(row)]));
    },
  };
  return done(await readList(call, list, range));
}

export async function getCompany(call: Call, company: string): Promise<Outcome<Company>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const { rows } = await call.tx.query<CompanyRow & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 and public_identifier = $2',
    [call.account.user_id, companyKey(company)],
  );
  return rows[0] ? done(companyOf(rows[0])) : notFound(`company ${company} not found`);
}

function companyOf(row: CompanySeed): Company {
  return {
    name: row.name,
    company_url: companyUrl(row.public_identifier),
    website: `https://www.${row.domain}`,
    domain: row.domain,
    industry: row.industry,
    size: row.size,
    headquarters: row.headquarters,
    description: row.description,
  };
}
