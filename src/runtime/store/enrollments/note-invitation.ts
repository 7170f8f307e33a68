import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

export interface InvitationProgress {
  readonly invited_at?: Date;
  readonly accepted_at?: Date;
  readonly withdrawn_at?: Date;
  readonly invitation_id?: string;
}

/** SQL: the first invitation and the first acceptance keep their times. */
export const NOTED_INVITATION = `invited_at = coalesce(e.invited_at, a.invited_at), accepted_at = coalesce(e.accepted_at, a.accepted_at),
              withdrawn_at = case when a.invited_at is not null then null else coalesce(a.withdrawn_at, e.withdrawn_at) end,
              invitation_id = case when a.withdrawn_at is not null then null else coalesce(a.invitation_id, e.invitation_id) end`;

export const INVITATION_COLUMNS =
  'invited_at timestamptz, accepted_at timestamptz, withdrawn_at timestamptz, invitation_id text';

export const noteInvitation = setwise(
  async (
    tx: Queryable,
    noted: readonly (InvitationProgress & { readonly enrollment_id: string })[],
  ): Promise<null[]> => {
    await tx.query(
      `update enrollments e set ${NOTED_INVITATION}
         from ${rowsOf(`enrollment_id text, ${INVITATION_COLUMNS}`)} as a where e.id = a.enrollment_id`,
      [jsonRows(noted)],
    );
    return noted.map(() => null);
  },
  { writes: true },
);
