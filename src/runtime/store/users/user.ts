/** Each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface UserRow {
  readonly id: string;
  /** The address in lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null: all sender accounts. */
  readonly account_ids: readonly string[] | null;
  /** `invited`: has not signed in yet. `removed`: in no list any more, and still named in the audit log. */
  readonly status: 'invited' | 'active' | 'deactivated' | 'removed';
  readonly has_password: boolean;
  readonly wall_created_at: Date;
  readonly wall_signed_in_at: Date | null;
}

export const USER_COLUMNS = `id, email, name, role, account_ids, status, password is not null as has_password, wall_created_at,
  wall_signed_in_at`;

/** The user of a key or a session, as they are when it is used. */
export type ActingUser = Pick<UserRow, 'id' | 'name' | 'role' | 'account_ids'>;

/** SQL: the acting user of `users u`, joined from the left. */
export const ACTING_USER = `case when u.id is not null then
  jsonb_build_object('id', u.id, 'name', u.name, 'role', u.role, 'account_ids', u.account_ids) end`;
