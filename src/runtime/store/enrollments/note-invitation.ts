import type { Queryable } from '../../../shared/postgres/database.ts';

export interface InvitationProgress {
  readonly invited_at?: Date;
  readonly accepted_at?: Date;
  readonly withdrawn_at?: Date;
  readonly invitation_id?: string;
}

/** The first invitation and the first acceptance keep their times. */
export async function noteInvitation(tx: Queryable, enrollmentId: string, progress: InvitationProgress): Promise<void> {
  await tx.query(
    `update enrollments set invited_at = coalesce(invited_at, $2), accepted_at = coalesce(accepted_at, $3),
            withdrawn_at = case when $2::timestamptz is not null then null else coalesce($4, withdrawn_at) end,
            invitation_id = case when $4::timestamptz is not null then null else coalesce($5, invitation_id) end
      where id = $1`,
    [
      enrollmentId,
      progress.invited_at ?? null,
      progress.accepted_at ?? null,
      progress.withdrawn_at ?? null,
      progress.invitation_id ?? null,
    ],
  );
}
