-- The people of the team: what each may do, and for which sender accounts.
create table users (
  id text primary key,
  -- In lower case.
  email text not null,
  name text not null,
  role text not null check (role in ('viewer', 'operator', 'editor', 'owner')),
  -- Null: all.
  account_ids text[],
  status text not null check (status in ('invited', 'active', 'deactivated', 'removed')),
  -- Hashed by scrypt, with its parameters and its salt. Null: there is none.
  password text,
  -- Who that is at the provider of OpenID Connect. Null: never signed in by it.
  oidc_issuer text,
  oidc_subject text,
  -- Of the link by which a password is set, once. Null: there is none, or it was used.
  invitation_hash text unique,
  wall_invitation_expires_at timestamptz,
  wall_created_at timestamptz not null default now(),
  wall_signed_in_at timestamptz,
  -- An owner is limited by nothing, or the last one could lock the team out.
  check (role <> 'owner' or account_ids is null)
);
create unique index users_email on users (email) where status <> 'removed';
create unique index users_subject on users (oidc_issuer, oidc_subject) where status <> 'removed';

-- Whose they are; null: of nobody in particular.
alter table api_keys add user_id text references users (id);
alter table sessions add user_id text references users (id);

-- Attempts to sign in with a password that failed, by the account and by the network address: both as hashes.
create table sign_in_attempts (
  kind text not null check (kind in ('account', 'address')),
  hash text not null,
  failed int not null,
  wall_last_at timestamptz not null,
  wall_blocked_until timestamptz not null,
  primary key (kind, hash)
);
