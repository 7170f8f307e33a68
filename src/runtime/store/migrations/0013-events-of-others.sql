-- `not_understood`: kept and shown, for another service's events may differ from what we know how to read.
-- `about`: which message an event tells of, so that the same one told by two events is taken in once.
alter table events
  drop constraint events_state_check,
  add constraint events_state_check check (state in ('pending', 'matched', 'unmatched', 'ignored', 'not_understood')),
  add column about text;
create index events_about on events (account_id, about) where about is not null;
create index events_newest on events (received_at desc, event_id desc);
create index events_of_lead on events (lead_id) where lead_id is not null;

-- `hosted`: the events are read from the service, by a stream and by pulling. It has no secret; its URL is the service's.
alter table subscriptions add column mode text not null default 'custom' check (mode in ('custom', 'hosted'));

-- Two leads that proved to be one person: the row of the newer one stays, and leads to the older one.
alter table leads add column merged_into text references leads (id) on delete cascade;
create index leads_merged on leads (merged_into) where merged_into is not null;

-- Leads of which one name turned out to belong to two; merged in a transaction of its own.
create table merges (
  lead_id text not null references leads (id) on delete cascade,
  other_id text not null references leads (id) on delete cascade,
  -- The name that both have, `kind:value`.
  name text not null,
  -- pending: to be looked at. merged. apart: they are two people after all, for the reason in `note`.
  state text not null default 'pending' check (state in ('pending', 'merged', 'apart')),
  note text,
  wall_created_at timestamptz not null default now(),
  primary key (lead_id, other_id)
);
create index merges_pending on merges (wall_created_at) where state = 'pending';

-- Addresses with a tag, and the last digits of phone numbers: how an answer from another spelling of a name is found.
create index identities_untagged on identities ((regexp_replace(value, '\+[^@]*@', '@'))) where kind = 'email' and value like '%+%@%';
create index identities_phone_digits on identities ((right(regexp_replace(value, '\D', '', 'g'), 9))) where kind = 'phone';

-- What an account's events may have missed is looked for, once for all reasons that came together.
create table reconciliations (
  id text primary key,
  account_id text not null references accounts (id),
  reason text not null,
  -- `free`: only calls that cost nothing. `full`: also the inbox, within a budget of credits.
  depth text not null check (depth in ('free', 'full')),
  -- Nothing before this is looked for.
  since timestamptz,
  state text not null check (state in ('pending', 'done', 'failed')),
  due_at timestamptz not null,
  requested_at timestamptz not null,
  done_at timestamptz,
  found int not null default 0,
  credits int not null default 0,
  note text
);
create unique index reconciliations_pending on reconciliations (account_id) where state = 'pending';
create index reconciliations_of_account on reconciliations (account_id, requested_at desc);

-- Who has this very name: an answer from another address of a person is found by it, with the subject.
create index leads_by_name on leads (lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))));
