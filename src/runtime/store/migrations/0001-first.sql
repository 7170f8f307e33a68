-- All timestamps are virtual time (see src/shared/kit/clock.ts), except in columns named wall_*, which hold wall time.

create table plans (
  digest text primary key,
  plan jsonb not null
);

create table sequences (
  name text primary key,
  current_version int not null
);

create table sequence_versions (
  sequence text not null references sequences (name),
  version int not null,
  digest text not null references plans (digest),
  source text not null,
  created_at timestamptz not null,
  primary key (sequence, version),
  unique (sequence, digest)
);

-- The engine's view of the V2 service's accounts.
create table accounts (
  id text primary key,
  platform text not null check (platform in ('professional', 'messenger', 'email')),
  name text not null,
  email text,
  country text,
  -- Set by a person; otherwise the main zone of the country, otherwise UTC.
  timezone text,
  products text[] not null default '{}',
  daily_limit int,
  status text not null,
  -- No call of this account before this time: a 429 backs the whole account off.
  held_until timestamptz,
  held_reason text,
  updated_at timestamptz not null
);

-- Our custom webhook at the V2 service, one per account. `id` is in the receiver's URL.
create table subscriptions (
  id text primary key,
  account_id text not null unique references accounts (id),
  webhook_id text not null,
  secret text not null,
  url text not null,
  -- The newest event received; `events?after=` continues from it.
  last_event_id text,
  created_at timestamptz not null
);

create table leads (
  id text primary key,
  profile_url text,
  first_name text,
  last_name text,
  headline text,
  email text,
  phone_number text,
  company text,
  location text,
  timezone text,
  country text,
  vars jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Every name that a person is known by, learned over time: events carry id-based profile URLs, leads carry slugs.
create table identities (
  kind text not null check (kind in ('slug', 'profile_id', 'urn', 'email', 'phone')),
  value text not null,
  lead_id text not null references leads (id) on delete cascade,
  primary key (kind, value)
);
create index on identities (lead_id);

create table suppressions (
  id text primary key,
  kind text not null check (kind in ('email', 'slug', 'profile_id', 'urn', 'phone', 'domain', 'company')),
  value text not null,
  reason text not null,
  created_at timestamptz not null,
  unique (kind, value)
);

create table campaigns (
  id text primary key,
  name text not null,
  sequence text not null,
  version int not null,
  source jsonb not null,
  -- Hash of name, sequence and source: the same campaign started twice is one campaign.
  fingerprint text not null unique,
  status text not null check (status in ('importing', 'running', 'paused', 'stopped', 'failed')),
  error text,
  created_at timestamptz not null,
  foreign key (sequence, version) references sequence_versions (sequence, version)
);

create table enrollments (
  id text primary key,
  sequence text not null,
  version int not null,
  digest text not null references plans (digest),
  lead_id text references leads (id) on delete set null,
  campaign_id text references campaigns (id),
  senders jsonb not null,
  vars jsonb not null default '{}',
  status text not null check (status in ('queued', 'active', 'paused', 'needs_person', 'finished')),
  outcome text,
  node text,
  visit int not null default 0,
  waiting_kind text,
  waiting_text text,
  until timestamptz,
  -- The stop flag: set in the transaction that ingests a reply, refusal, unsubscribe, bounce or a person's stop. Every
  -- step reads it in the transaction that writes its intent, so a committed stop always wins.
  stop_outcome text,
  stop_event_id text,
  stopped_at timestamptz,
  replied_at timestamptz,
  accepted_at timestamptz,
  invited_at timestamptz,
  invitation_id text,
  created_at timestamptz not null,
  finished_at timestamptz,
  foreign key (sequence, version) references sequence_versions (sequence, version)
);
-- `again: never`: one enrollment of a person in a sequence.
create unique index enrollments_once on enrollments (sequence, lead_id);
create index on enrollments (lead_id) where status <> 'finished';
create index on enrollments (campaign_id);
create index enrollments_newest on enrollments (created_at desc, id desc);

-- The outbox: what Temporal must be told, written in the same transaction as its cause.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('start_enrollment', 'signal_enrollment', 'start_campaign')),
  target_id text not null,
  payload jsonb not null default '{}',
  tries int not null default 0,
  wall_due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null
);
create index on outbox (wall_due_at, id);

-- One row per step and visit, written before the call: what we were about to do, and its result.
create table intents (
  key text primary key,
  enrollment_id text not null references enrollments (id),
  node text not null,
  visit int not null,
  account_id text not null,
  category text not null,
  action text not null,
  limit_class text,
  -- sent: the call may be in flight; unknown: no proof yet either way.
  state text not null check (state in ('sent', 'done', 'refused', 'unknown', 'not_done')),
  request jsonb not null,
  response jsonb,
  error_code text,
  error_text text,
  credits int not null default 0,
  created_at timestamptz not null,
  wall_created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (enrollment_id, node, visit)
);
create index on intents (state) where state in ('sent', 'unknown');
create index on intents (account_id, limit_class, created_at);

-- The calendar of every account: one row per booked or used slot. Caps count these rows and nothing else.
create table slots (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id),
  limit_class text not null,
  enrollment_id text not null references enrollments (id),
  node text not null,
  visit int not null,
  at timestamptz not null,
  -- The account's local day, and the Monday of its ISO week.
  local_day date not null,
  local_week date not null,
  state text not null check (state in ('booked', 'used')),
  unique (enrollment_id, node, visit, limit_class)
);
create index on slots (account_id, limit_class, local_day);
create index on slots (account_id, at);

-- Every event ever received. Its key deduplicates: a repeated event changes nothing.
create table events (
  event_id text primary key,
  account_id text not null,
  platform text not null,
  type text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- pending until the dispatcher has matched it.
  state text not null check (state in ('pending', 'matched', 'unmatched', 'ignored')),
  lead_id text,
  note text
);
create index on events (received_at) where state = 'pending';
create index on events (account_id, event_id);

create table timeline (
  id bigint generated always as identity primary key,
  enrollment_id text not null references enrollments (id),
  at timestamptz not null,
  node text,
  type text not null,
  title text not null,
  detail jsonb not null default '{}'
);
create index on timeline (enrollment_id, id);

-- Decisions that wait for a person.
create table tasks (
  id text primary key,
  enrollment_id text not null references enrollments (id),
  node text not null,
  visit int not null,
  kind text not null check (kind in ('task', 'review', 'unknown_outcome')),
  text text not null,
  preview jsonb not null default '{}',
  status text not null check (status in ('open', 'done')),
  decision text,
  note text,
  due_at timestamptz,
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (enrollment_id, node, visit, kind)
);

create table api_keys (
  id text primary key,
  name text not null,
  hash text not null unique,
  scopes text[] not null,
  wall_created_at timestamptz not null default now(),
  wall_revoked_at timestamptz
);

create table idempotent_requests (
  key_id text not null,
  key text not null,
  request_hash text not null,
  status int not null,
  body jsonb not null,
  wall_created_at timestamptz not null default now(),
  primary key (key_id, key)
);
