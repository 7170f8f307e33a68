import type { Queryable } from '../../../shared/postgres/database.ts';
import { ENROLLMENT_COLUMNS, ENROLLMENT_TABLES, type EnrollmentRow } from './enrollment-row.ts';

export async function readEnrollment(db: Queryable, id: string): Promise<EnrollmentRow | null> {
  const { rows } = await db.query<EnrollmentRow & Record<string, unknown>>(
    `select ${ENROLLMENT_COLUMNS} from ${ENROLLMENT_TABLES} where e.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
