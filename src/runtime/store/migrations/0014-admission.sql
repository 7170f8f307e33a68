-- Who waits to begin, in groups whose people can stand for one another: one version, one campaign (or none), the same accounts and
-- classes of their first limited steps, one zone of hours.
create table queues (
  id bigint generated always as identity primary key,
  key text not null unique,
  sequence text not null,
  digest text not null references plans (digest),
  campaign_id text references campaigns (id),
  -- [{account_id, limit_class}]; empty: nothing limits the beginning.
  places jsonb not null
);

-- The group that it waits in or, once started and until it is past its first limited step, takes a place of.
alter table enrollments add column queue bigint references queues (id);
update enrollments set started_at = created_at where started_at is null;
create index enrollments_to_begin on enrollments (queue, id) where started_at is null and status = 'queued';
create index enrollments_in_hand on enrollments (queue) where queue is not null and started_at is not null and status <> 'finished';
-- What a campaign's figures look at: all but the many that only wait to begin, and those that are over.
create index enrollments_under_way on enrollments (campaign_id, status, node)
  where status <> 'finished' and (started_at is not null or status <> 'queued');
create index enrollments_started on enrollments (campaign_id) where started_at is not null;

-- One row per row of a campaign's source: what was given, and what became of it.
create table campaign_rows (
  campaign_id text not null references campaigns (id),
  -- From 1.
  row bigint not null,
  -- What names the row at its source, where rows are read in pages that may be read again.
  key text,
  -- {lead, job?}; empty once it is enrolled.
  given jsonb,
  status text not null check (status in ('pending', 'created', 'duplicate', 'refused')),
  code text,
  message text,
  -- Its own enrollment, or the one that stands against it.
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

-- How many of a campaign are what: sums of amounts, each written in the transaction of what it counts. Two writers never meet in one
-- row; amounts are summed up into one from time to time.
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
  -- Where the source is read on; empty: it is exhausted.
  add column next_offset int default 0,
  -- Imports of it that were started: each is a workflow of its own.
  add column runs int not null default 1;

-- `lead`: a person, by whatever name they are or become known.
alter table suppressions drop constraint suppressions_kind_check;
alter table suppressions
  add constraint suppressions_kind_check
    check (kind in ('lead', 'email', 'slug', 'profile_id', 'urn', 'phone', 'domain', 'company')),
  -- The entry of the person whose name this is: it goes with it.
  add column person_entry text references suppressions (id) on delete cascade;
create index suppressions_of_person on suppressions (person_entry) where person_entry is not null;
