import { companyName } from '../../../language/plan/company-name.ts';

/** What a company goes by, however it is written; null where there is none. */
export function companyKey(company: string | null | undefined): string | null {
  return companyName(company ?? '') || null;
}
