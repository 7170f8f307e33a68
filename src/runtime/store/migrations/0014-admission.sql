-- Enrollments that wait to begin, in groups within which anyone can take another's turn: same version, same campaign (or none), same
-- accounts and classes of their first limited steps, same time zone.
create table queues (
  id bigint generated always as identity primary key,
  key text not null unique,
  sequence text not null,
  digest text not null references plans (digest),
  campaign_id text references campaigns (id),
  -- [{account_id, limit_class}]; empty: nothing limits when they begin.
  places jsonb not null
);

-- The group that it waits in; once started, and until it has passed its first limited step, the group whose slot it takes.
alter table enrollments add column queue bigint references queues (id);
update enrollments set started_at = created_at where started_at is null;
create index enrollments_to_begin on enrollments (queue, id) where started_at is null and status = 'queued';
create index enrollments_in_hand on enrollments (queue) where queue is not null and started_at is not null and status <> 'finished';
-- The enrollments that a campaign's figures read: all but those that only wait to begin (the most) and those that have ended.
create index enrollments_under_way on enrollments (campaign_id, status, node)
  where status <> 'finished' and (started_at is not null or status <> 'queued');
create index enrollments_started on enrollments (campaign_id) where started_at is not null;

-- One row per row of a campaign's source: the input and the outcome.
create table campaign_rows (
  campaign_id text not null references campaigns (id),
  -- Counted from 1.
  row bigint not null,
  -- The name of the row at its source, when rows are read in pages that may be read again.
  key text,
  -- {lead, job?}; null once it is enrolled.
  given jsonb,
  status text not null check (status in ('pending', 'created', 'duplicate', 'refused')),
  code text,
  message text,
  -- Its own enrollment, or the one that prevents it.
  enrollment_id text,
  primary key (campaign_id, row)
);
create unique index campaign_rows_by_key on campaign_rows (campaign_id, key) where key is not null;
create index campaign_rows_by_status on campaign_rows (campaign_id, status, row);

insert into campaign_rows (campaign_id, row, given, status, code)
select c.id, g.row, jsonb_build_object('lead', g.lead),
       case when c.refusals ? (g.row - 1)::text then 'refused' when c.status = 'importing' then 'pending' else 'created' end,
       c.refusals ->> (g.row - 1)::text
  from campaigns c, jsonb_array_elements(c.source -> 'leads') with ordinality as g (lead, row)
 where c.source ? 'leads';
insert into campaign_rows (campaign_id, row, key, status, code)
select c.id, r.row, r.key, 'refused', r.code
  from campaigns c, jsonb_each_text(c.refusals) with ordinality as r (key, code, row)
 where not c.source ? 'leads';
update campaigns set source = jsonb_build_object('leads', jsonb_array_length(source -> 'leads')) where source ? 'leads';

-- The counts of a campaign, as amounts to be summed. Each amount is inserted in the transaction of what it counts, so that two
-- transactions never wait for one row; from time to time the amounts are summed up into one.
create table campaign_tallies (
  campaign_id text not null references campaigns (id),
  -- rows, enrolled; `outcome` and `refused` by name.
  what text not null check (what in ('rows', 'enrolled', 'duplicate', 'outcome', 'refused')),
  name text not null default '',
  amount bigint not null
);
create index campaign_tallies_of on campaign_tallies (campaign_id);
insert into campaign_tallies (campaign_id, what, name, amount)
select campaign_id, 'enrolled', '', count(*) from enrollments where campaign_id is not null group by 1
union all
select campaign_id, 'outcome', coalesce(outcome, 'finished'), count(*) from enrollments
 where campaign_id is not null and status = 'finished' group by 1, 3
union all
select campaign_id, 'refused', code, count(*) from campaign_rows where status = 'refused' group by 1, 3
union all
select campaign_id, 'rows', '', count(*) from campaign_rows group by 1;

alter table campaigns
  drop column refusals,
  -- Where reading the source continues; null: it is exhausted.
  add column next_offset int default 0,
  -- How many imports of it were started: each is a workflow of its own.
  add column runs int not null default 1;

-- `lead`: a person, under every name that they have or will become known by.
alter table suppressions drop constraint suppressions_kind_check;
alter table suppressions
  add constraint suppressions_kind_check
    check (kind in ('lead', 'email', 'slug', 'profile_id', 'urn', 'phone', 'domain', 'company')),
  -- The entry of the person whose name this is: deleted together with it.
  add column person_entry text references suppressions (id) on delete cascade;
create index suppressions_of_person on suppressions (person_entry) where person_entry is not null;
