import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

export interface InvitationProgress {
  readonly invited_at?: Date;
  readonly accepted_at?: Date;
  readonly withdrawn_at?: Date;
  readonly invitation_id?: string;
}

/** The first invitation and the first acceptance keep their times. */
export const noteInvitation = setwise(
  async (
    tx: Queryable,
    noted: readonly (InvitationProgress & { readonly enrollment_id: string })[],
  ): Promise<null[]> => {
    await tx.query(
      `update enrollments e set invited_at = coalesce(e.invited_at, n.invited_at), accepted_at = coalesce(e.accepted_at, n.accepted_at),
              withdrawn_at = case when n.invited_at is not null then null else coalesce(n.withdrawn_at, e.withdrawn_at) end,
              invitation_id = case when n.withdrawn_at is not null then null else coalesce(n.invitation_id, e.invitation_id) end
         from ${rowsOf(`enrollment_id text, invited_at timestamptz, accepted_at timestamptz, withdrawn_at timestamptz,
                invitation_id text`)} as n
        where e.id = n.enrollment_id`,
      [jsonRows(noted)],
    );
    return noted.map(() => null);
  },
  { writes: true },
);
