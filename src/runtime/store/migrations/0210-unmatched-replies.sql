-- A reply under a name that nobody has, on an account from which somebody is written to who is not known by a name of that kind: it may be theirs. They are
-- held until it is known whose it is. `asking`: the V2 service is asked. `person`: it cannot say. `done`: nobody is held by it any more, and its author is not asked for again.
create table unmatched_replies (
  event_id text primary key,
  account_id text not null,
  -- Of the names that the event gives its author (slug, profile_id, urn).
  kinds text[] not null,
  state text not null check (state in ('asking', 'person', 'done')),
  -- What the service said last.
  note text,
  tries int not null default 0,
  wall_due_at timestamptz not null,
  created_at timestamptz not null
);
create index unmatched_replies_open on unmatched_replies (account_id) where state <> 'done';

-- Somebody was erased who had been in a sequence from this account and was not known by a name of this kind: what they write under one is theirs all the same.
create table unproven_erased (
  account_id text not null,
  kind text not null,
  primary key (account_id, kind)
);
