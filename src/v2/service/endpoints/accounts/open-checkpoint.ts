import { MINUTE } from '../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../shared/postgres/database.ts';
import { CHECKPOINT_MINUTES } from '../../../contract/limits.ts';
import type { Challenge } from '../../channels/sign-in.ts';
import type { ServiceContext } from '../../context/service-context.ts';

/** Takes the place of an earlier attempt: its codes are good no more, and its wrong ones are forgotten. */
export async function openCheckpoint(
  tx: Queryable,
  { secrets }: Pick<ServiceContext, 'secrets'>,
  accountId: string,
  challenge: Challenge,
): Promise<void> {
  await tx.query(
    `insert into account_checkpoints (account_id, sealed_challenge, wall_expires_at) values ($1, $2, $3)
     on conflict (account_id) do update
       set sealed_challenge = excluded.sealed_challenge, wall_expires_at = excluded.wall_expires_at, wrong_codes = 0`,
    [accountId, secrets.seal(challenge.state), new Date(Date.now() + CHECKPOINT_MINUTES * MINUTE)],
  );
}
