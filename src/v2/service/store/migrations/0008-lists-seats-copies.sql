-- Snapshots that keep offset lists stable, monthly allowances of premium seats, and stored copies of connections.

-- The order of a list as one call saw it, so that the pages after the first neither repeat nor lose an item. Wall time, because
-- a client reads page after page in wall time.
create table list_snapshots (
  snapshot_id bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  -- The list's name and the digest of its filters.
  list text not null,
  ids bigint[] not null,
  -- The offsets that the pages read so far named as the start of the next page.
  expected integer[] not null,
  wall_used_at timestamptz not null default now()
);
-- Not compressed: the arrays of ids live for minutes only, and compressing them costs more than it saves.
alter table list_snapshots alter column ids set storage external;
create index list_snapshots_list on list_snapshots (account_id, list, snapshot_id desc);

-- A calendar month in UTC, in virtual time: `2026-01`. Null: nothing was spent yet.
alter table sandbox_seats
  add column month text,
  -- What `inmail_credits` is reset to when a month begins; null: its present value.
  add column inmail_allowance integer,
  add column unlocks_used integer not null default 0,
  -- Seats of one contract share what they unlocked; all seats of an owner belong to one contract unless set otherwise.
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
  -- The slug of their employer's page.
  add column company_slug text,
  add column websites text[] not null default '{}';
create index sandbox_people_connected on sandbox_people (user_id, person_id) where degree = 1;

-- The columns that searches read, apart from the rest so that a hundred thousand people are scanned quickly. Texts are lowercase and
-- without accents, one name per line.
create table sandbox_people_search (
  person_id integer primary key references sandbox_people on delete cascade,
  user_id text not null,
  degree smallint not null,
  -- All text in which a keyword is searched.
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

-- What offset lists need of a company.
alter table sandbox_companies add column company_id bigint generated always as identity;
create unique index sandbox_companies_id on sandbox_companies (company_id);

-- The connections of an account as they were read when accepted invitations were subscribed to, and those that were seen to come
-- since. No row: there is no copy.
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
