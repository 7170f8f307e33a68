-- `generation` counts definite refusals that the service keeps under its Idempotency-Key: the next try needs a new one.
-- `sends` counts how often the call was let out; an outcome that belongs to an earlier one is not written.
-- `result` is what the step answered, so that a replayed activity answers the same.
alter table intents
  add column generation int not null default 1,
  add column sends int not null default 1,
  add column lookups int not null default 0,
  add column doubtful_since timestamptz,
  add column result jsonb;

-- What an account knows of a person: it differs from account to account.
create table relations (
  account_id text not null references accounts (id),
  lead_id text not null references leads (id) on delete cascade,
  connected boolean not null default false,
  degree int,
  conversation_id text,
  premium_conversation_id text,
  learned_at timestamptz not null,
  primary key (account_id, lead_id)
);
create index on relations (lead_id);

-- The network's own verdict that a class is used up for this account, whatever our caps say.
create table class_holds (
  account_id text not null references accounts (id),
  limit_class text not null,
  until timestamptz not null,
  reason text not null,
  primary key (account_id, limit_class)
);

-- Retry-After is wall time: a world that runs faster must not shorten it.
alter table accounts add column wall_held_until timestamptz;

-- A line whose cause may be written again after a crash carries what makes it one line.
alter table timeline add column once text;
create unique index timeline_once on timeline (enrollment_id, once) where once is not null;

create index slots_to_come on slots (account_id, limit_class, at) where state = 'booked';
create index tasks_newest on tasks (created_at desc, id desc);

-- The pending invitation was taken back; `invited_at` keeps when it was sent.
alter table enrollments add column withdrawn_at timestamptz;
