-- Finds an account again by what it signed in with, and keeps the verifications that sign-ins wait for.

-- A keyed digest: it reveals nothing of the token without the service's key.
alter table account_secrets add column token_digest text;
create index account_secrets_token on account_secrets (token_digest) where token_digest is not null;

create index accounts_identity on accounts (user_id, platform, lower(email));
create index accounts_phone on accounts (user_id, phone_number) where phone_number is not null;

-- A sign-in that waits for its code; a new sign-in of the account takes its place.
create table account_checkpoints (
  account_id text primary key references accounts on delete cascade,
  -- What the platform needs to check a code, sealed with the service's key.
  sealed_challenge text not null,
  wrong_codes integer not null default 0,
  wall_expires_at timestamptz not null
);
