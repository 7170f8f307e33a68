import type { Database } from '../../../shared/postgres/database.ts';
import { byId, type Listing } from '../listing.ts';
import { type EnrollmentFilter, enrollmentConditions } from './enrollment-filter.ts';
import { ENROLLMENT_COLUMNS, ENROLLMENT_TABLES, type EnrollmentRow } from './enrollment-row.ts';
import { countFewEnrollments, type EnrollmentBounds, narrowEnrollments } from './narrow-enrollments.ts';

/** Those that fit the filter. Without `vars` those are not read: each row may have 32 KiB of them. */
export function enrollmentListing(
  db: Database,
  filter: EnrollmentFilter,
  { vars = true, bounds }: { readonly vars?: boolean; readonly bounds?: EnrollmentBounds } = {},
): Listing<EnrollmentRow> {
  const { text: where, values } = enrollmentConditions(filter);
  const listing: Listing<EnrollmentRow> = {
    ...{
      columns: vars ? ENROLLMENT_COLUMNS : ENROLLMENT_COLUMNS.replace('e.vars', `'{}'::jsonb as vars`),
      tables: ENROLLMENT_TABLES,
      where,
      values,
    },
    orders: { created_at: byId('e.id') },
    usual: '-created_at',
  };
  if (where === 'true' || FEW.some((name) => filter[name] !== undefined)) return listing;
  return {
    ...listing,
    narrow: (page) => narrowEnrollments(db, listing, filter, page, bounds),
    countFew: (most) => countFewEnrollments(db, filter, most, bounds),
  };
}

/** Each of these is of few. */
const FEW = ['lead_id', 'lead_ids', 'ids'] as const;
