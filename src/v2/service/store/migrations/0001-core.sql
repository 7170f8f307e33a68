-- Owners, their keys, accounts, credits and logs. Columns named `wall_…` hold wall time; all other times are virtual time.

create table users (
  user_id text primary key,
  name text not null default '',
  -- Per-seat pricing: charges are reported and recorded, nothing is deducted.
  unlimited boolean not null default false,
  created_at timestamptz not null
);

create table api_keys (
  key_id text primary key,
  user_id text not null references users on delete cascade,
  -- SHA-256 of the key in lowercase hex: the key itself is shown once and never stored.
  digest text not null unique,
  -- The first characters, for people to recognize it by.
  hint text not null,
  label text not null default '',
  wall_created_at timestamptz not null default now(),
  wall_expires_at timestamptz,
  wall_revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id);

create table accounts (
  account_id text primary key,
  user_id text not null references users on delete cascade,
  platform text not null check (platform in ('professional', 'messenger', 'email')),
  status text not null check (status in ('connected', 'checkpoint_required', 'inactive', 'suspended')),
  name text not null,
  email text,
  phone_number text,
  country text,
  products text[] not null default '{}',
  proxy text not null default 'pool' check (proxy in ('pool', 'custom')),
  daily_limit integer,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_user on accounts (user_id, created_at, account_id);

-- Passwords, tokens and proxy addresses of an account, sealed with the service's key.
create table account_secrets (
  account_id text primary key references accounts on delete cascade,
  sealed text not null
);

-- Append-only; the newest entry of a user holds the balance. Written under the lock of the user's row.
create table credit_ledger (
  entry_id bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  kind text not null check (kind in ('grant', 'charge', 'set')),
  -- The amount of a charge, even when nothing was deducted (unlimited users).
  credits integer not null check (credits >= 0),
  delta integer not null,
  balance_after integer not null check (balance_after >= 0),
  log_id text,
  at timestamptz not null
);
create index credit_ledger_user on credit_ledger (user_id, entry_id desc);

create function refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end
$$;
create trigger credit_ledger_append_only before update on credit_ledger for each row execute function refuse_update();

-- One row per call. It does not reference the account, because the log outlives it.
create table logs (
  log_id text primary key,
  user_id text not null references users on delete cascade,
  action text not null,
  account_id text,
  credits_consumed integer not null,
  status text not null check (status in ('success', 'error')),
  error_code text,
  error_message text,
  target text,
  idempotency_key text,
  created_at timestamptz not null
);
create index logs_user on logs (user_id, created_at desc, log_id desc);
create index logs_idempotency on logs (user_id, idempotency_key) where idempotency_key is not null;

-- Answers kept for 24 hours of wall time; written in the transaction of the effect they report.
create table idempotent_requests (
  user_id text not null references users on delete cascade,
  key text not null,
  fingerprint text not null,
  http_status integer not null,
  -- `json`, not `jsonb`: a replay is the same text.
  response json not null,
  wall_created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotent_requests_age on idempotent_requests (wall_created_at);

-- Single values of the whole service, such as its clock.
create table settings (
  name text primary key,
  value jsonb not null
);
