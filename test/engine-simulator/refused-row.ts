/** As Postgres refuses a row, in its statement or at the commit. */
export class RefusedRow extends Error {
  readonly code = '23514';
  readonly enrollment_id: string;

  constructor(enrollmentId: string) {
    super(`a row of ${enrollmentId} is refused`);
    this.name = 'RefusedRow';
    this.enrollment_id = enrollmentId;
  }
}

/** Finds the enrollment whose row was refused, also where the engine has put the error in other words. */
export function refusedOf(error: unknown): string | null {
  if (error instanceof RefusedRow) return error.enrollment_id;
  return error instanceof Error && error.cause !== undefined ? refusedOf(error.cause) : null;
}
