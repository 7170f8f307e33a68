import { companyName } from '../../../language/plan/company-name.ts';

/** The key of a company, which is the same however its name is written; null where there is none. */
export function companyKey(company: string | null | undefined): string | null {
  return companyName(company ?? '') || null;
}
