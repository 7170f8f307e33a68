-- `not_understood`: kept and shown, because another service's events may differ from those that we can read.
-- `about`: the message that an event is about, so that a message reported by two events is ingested once.
alter table events
  drop constraint events_state_check,
  add constraint events_state_check check (state in ('pending', 'matched', 'unmatched', 'ignored', 'not_understood')),
  add column about text;
create index events_about on events (account_id, about) where about is not null;
create index events_newest on events (received_at desc, event_id desc);
create index events_of_lead on events (lead_id) where lead_id is not null;

-- `hosted`: the events are read from the service, by a stream and by pulling. There is no secret, and the URL is the service's.
alter table subscriptions add column mode text not null default 'custom' check (mode in ('custom', 'hosted'));

-- Two leads that turned out to be one person: the row of the newer one stays and points to the older one.
alter table leads add column merged_into text references leads (id) on delete cascade;
create index leads_merged on leads (merged_into) where merged_into is not null;

-- Pairs of leads of which one name turned out to belong to both; they are merged in a transaction of its own.
create table merges (
  lead_id text not null references leads (id) on delete cascade,
  other_id text not null references leads (id) on delete cascade,
  -- The name that both have, `kind:value`.
  name text not null,
  -- pending: not looked at yet. merged: they are one lead now. apart: they are two people after all, for the reason in `note`.
  state text not null default 'pending' check (state in ('pending', 'merged', 'apart')),
  note text,
  wall_created_at timestamptz not null default now(),
  primary key (lead_id, other_id)
);
create index merges_pending on merges (wall_created_at) where state = 'pending';

-- Addresses without their tag and the last digits of phone numbers: by these, a reply from another spelling of a name is matched.
create index identities_untagged on identities ((regexp_replace(value, '\+[^@]*@', '@'))) where kind = 'email' and value like '%+%@%';
create index identities_phone_digits on identities ((right(regexp_replace(value, '\D', '', 'g'), 9))) where kind = 'phone';

-- A search for what an account's events may have missed; reasons that come together share one search.
create table reconciliations (
  id text primary key,
  account_id text not null references accounts (id),
  reason text not null,
  -- `free`: only calls that cost nothing. `full`: also the inbox, within a budget of credits.
  depth text not null check (depth in ('free', 'full')),
  -- The search goes back to this time.
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

-- People by their full name: together with the subject, it matches a reply from another address of a person.
create index leads_by_name on leads (lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))));
