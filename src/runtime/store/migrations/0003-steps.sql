-- `generation` counts definite refusals that the service keeps under its Idempotency-Key: the next try needs a new one.
-- `sends` counts how often the call was sent; an outcome that belongs to an earlier send is not written.
-- `result` is what the step answered, so that a replayed activity answers the same.
alter table intents
  add column generation int not null default 1,
  add column sends int not null default 1,
  add column lookups int not null default 0,
  add column doubtful_since timestamptz,
  add column result jsonb;

-- What is known of a person from the viewpoint of one account, which differs between accounts.
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

-- The network said that this account has used up a class, whatever our caps say.
create table class_holds (
  account_id text not null references accounts (id),
  limit_class text not null,
  until timestamptz not null,
  reason text not null,
  primary key (account_id, limit_class)
);

-- Retry-After is wall time: a clock that runs faster must not shorten it.
alter table accounts add column wall_held_until timestamptz;

-- A line whose cause may be written again after a crash carries the key that keeps it a single line.
alter table timeline add column once text;
create unique index timeline_once on timeline (enrollment_id, once) where once is not null;

create index slots_to_come on slots (account_id, limit_class, at) where state = 'booked';
create index tasks_newest on tasks (created_at desc, id desc);

-- The pending invitation was taken back; `invited_at` keeps when it was sent.
alter table enrollments add column withdrawn_at timestamptz;
