import type { Scope } from '../keys/insert-key.ts';
import { isValidKey } from '../keys/is-valid-key.ts';
import { ACTING_USER, type ActingUser } from '../users/user.ts';

export interface SessionRow {
  readonly id: string;
  /** The user as they are now. */
  readonly user: ActingUser | null;
  readonly key_id: string | null;
  readonly key_name: string | null;
  /** Those of its key, as they are now. */
  readonly scopes: readonly Scope[];
  readonly address: string;
  readonly user_agent: string;
  readonly wall_created_at: Date;
  readonly wall_seen_at: Date;
  readonly wall_expires_at: Date;
}

/** Those that are open: neither ended nor over, their key is valid and their user active. */
export const OPEN_SESSIONS = `select s.id, s.user_id, ${ACTING_USER} as user, s.key_id, k.name as key_name, coalesce(k.scopes, s.scopes) as scopes, s.address, s.user_agent,
         s.wall_created_at, s.wall_seen_at, s.wall_expires_at
    from sessions s left join api_keys k on k.id = s.key_id left join users u on u.id = s.user_id
   where s.wall_ended_at is null and s.wall_expires_at > now()
     and (s.key_id is null or (k.id is not null and ${isValidKey('k')})) and (s.user_id is null or u.status = 'active')`;
