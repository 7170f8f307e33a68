-- What do-not-contact entries of erased people are salted with, so that they are no plain digests of addresses. One row.
create table erasure_salt (
  one boolean primary key default true check (one),
  salt bytea not null
);
insert into erasure_salt (salt) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- `erased`: the value is a salted hash of a name (`kind:value`) of somebody who was erased.
alter table suppressions drop constraint suppressions_kind_check;
alter table suppressions add constraint suppressions_kind_check
  check (kind in ('lead', 'email', 'slug', 'profile_id', 'urn', 'phone', 'domain', 'company', 'erased'));

-- Erasures of people. What is written here names nobody once it is done: the ids of the leads are the ids of rows that are gone.
create table erasures (
  -- The receipt's.
  id text primary key,
  leads text[] not null,
  enrollments text[] not null,
  -- The person's names, sealed, while they are needed to find what no id leads to; null when it is done.
  sealed_names text,
  -- What is done next; null: all of it is done.
  stage text,
  -- Where the stage is.
  place jsonb not null default '{}',
  -- {what: count}
  erased jsonb not null default '{}',
  -- [{what, why, until?}]
  kept jsonb not null default '[]',
  -- Signed; null until it is done.
  receipt jsonb,
  last_error text,
  created_at timestamptz not null,
  wall_created_at timestamptz not null default now(),
  wall_due_at timestamptz not null default now(),
  finished_at timestamptz
);
create index erasures_open on erasures (wall_due_at) where stage is not null;

-- Whoever wants to know whether a receipt still holds: everything is looked through anew.
create table erasure_checks (
  id text primary key,
  receipt jsonb not null,
  status text not null default 'running' check (status in ('running', 'done')),
  place jsonb not null default '{}',
  -- [{where, count}]
  found jsonb not null default '[]',
  created_at timestamptz not null,
  wall_due_at timestamptz not null default now(),
  last_error text,
  finished_at timestamptz
);
create index erasure_checks_open on erasure_checks (wall_due_at) where status = 'running';

-- The person was erased while a call of theirs may still have been on its way: what comes of it is not written any more.
alter table intents add column erased boolean not null default false;
create function keep_erased() returns trigger language plpgsql as $$
begin
  new.request := old.request;
  new.response := null;
  new.error_text := null;
  new.result := null;
  return new;
end
$$;
create trigger erased_stays_erased before update on intents for each row when (old.erased) execute function keep_erased();
