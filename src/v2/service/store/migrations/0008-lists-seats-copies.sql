-- What makes offset lists hold still, what a premium seat may do in a month, and the stored copies of connections.

-- The order of a list as one call saw it, so that the pages after the first neither repeat nor lose an item. Wall time: a
-- chain of calls lives on the wire.
create table list_snapshots (
  snapshot_id bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  -- The list's name and the digest of its filters.
  list text not null,
  ids bigint[] not null,
  -- Where the pages read so far said that the next one starts.
  expected integer[] not null,
  wall_used_at timestamptz not null default now()
);
-- Compressing an array of ids costs more time than it saves room, and they live for minutes.
alter table list_snapshots alter column ids set storage external;
create index list_snapshots_list on list_snapshots (account_id, list, snapshot_id desc);

-- A month is one of the calendar, in UTC, of world time: `2026-01`. Null: nothing was spent yet.
alter table sandbox_seats
  add column month text,
  -- What `inmail_credits` is again when a month begins; null: what it is now.
  add column inmail_allowance integer,
  add column unlocks_used integer not null default 0,
  -- Seats of one contract share what they unlocked; all seats of an owner are one contract unless told otherwise.
  add column contract text not null default '';

create table sandbox_unlocks (
  user_id text not null references users on delete cascade,
  contract text not null,
  person_id integer not null references sandbox_people on delete cascade,
  -- The seat that paid; the unlock outlives it.
  account_id text not null,
  unlocked_at timestamptz not null,
  primary key (user_id, contract, person_id)
);
create index sandbox_unlocks_person on sandbox_unlocks (person_id);

alter table sandbox_people
  -- The slug of the page of where they work.
  add column company_slug text,
  add column websites text[] not null default '{}';
create index sandbox_people_connected on sandbox_people (user_id, person_id) where degree = 1;

-- What searches look at, apart from the rest so that a hundred thousand people are read in little time. Texts are lowercase
-- and without accents; one name a line.
create table sandbox_people_search (
  person_id integer primary key references sandbox_people on delete cascade,
  user_id text not null,
  degree smallint not null,
  -- What a keyword may be in.
  all_text text not null,
  first_name text not null,
  last_name text not null,
  job_title text not null,
  company text not null,
  past_companies text not null,
  location text not null,
  industry text not null,
  -- The slugs of their pages.
  company_slug text,
  past_company_slugs text[] not null,
  school_slugs text[] not null
);
create index sandbox_people_search_user on sandbox_people_search (user_id, person_id);

-- What offset lists keep of a company.
alter table sandbox_companies add column company_id bigint generated always as identity;
create unique index sandbox_companies_id on sandbox_companies (company_id);

-- The connections of an account as they were read when it was subscribed to accepted invitations, and what was seen to come
-- since. Not there: no copy.
create table connection_copies (
  account_id text primary key references accounts on delete cascade,
  synced_at timestamptz not null
);
create table stored_connections (
  stored_id bigint generated always as identity primary key,
  account_id text not null references connection_copies on delete cascade,
  member_urn text not null,
  name text not null,
  job_title text not null,
  profile_url text not null,
  profile_picture text not null,
  connected_at timestamptz not null,
  unique (account_id, member_urn)
);
create index stored_connections_newest on stored_connections (account_id, connected_at desc, stored_id desc);
