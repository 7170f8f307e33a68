-- The version that a step belongs to, because its node's id may mean another step in another version. Null: the enrollment's present version.
alter table intents add column digest text;

alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check
  check (kind in ('start_enrollment', 'signal_enrollment', 'move_enrollment', 'start_campaign'));

-- What `plan` showed, kept so that `apply` does exactly that.
create table change_plans (
  id text primary key,
  -- Hash of the text's digest, the base version and where everybody stood: two plans with the same hash are the same.
  hash text not null,
  sequence text not null,
  kind text not null check (kind in ('apply', 'rollback')),
  move boolean not null,
  -- Null: the sequence is new.
  from_version int,
  to_version int not null,
  digest text not null references plans (digest),
  source text not null,
  -- The answer of `plan`, as it was given.
  shown jsonb not null,
  status text not null check (status in ('planned', 'applying', 'applied')),
  created_at timestamptz not null,
  wall_expires_at timestamptz not null,
  applied_at timestamptz
);
create index on change_plans (sequence, hash);

-- The people whom a plan moves: where each one stood, and the outcome.
create table change_plan_people (
  plan_id text not null references change_plans (id) on delete cascade,
  enrollment_id text not null references enrollments (id) on delete cascade,
  -- Where the enrollment stood and what is to happen to it, as text that is compared: any difference makes the plan stale.
  standing text not null,
  -- pending: to be moved. left: it could no longer be moved, for the reason in `note`.
  state text not null check (state in ('stays', 'pending', 'moved', 'left')),
  note text,
  primary key (plan_id, enrollment_id)
);
create index on change_plan_people (plan_id, enrollment_id) where state = 'pending';

-- Which version was current when. A rollback removes the newest row.
create table current_versions (
  id bigint generated always as identity primary key,
  sequence text not null references sequences (name),
  version int not null,
  at timestamptz not null,
  plan_id text references change_plans (id) on delete set null,
  rolled_back_at timestamptz
);
create index on current_versions (sequence, id desc) where rolled_back_at is null;
insert into current_versions (sequence, version, at)
  select v.sequence, v.version, v.created_at
    from sequence_versions v join sequences s on s.name = v.sequence
   where v.version <= s.current_version
   order by v.sequence, v.version;

create index on enrollments (sequence, version) where status <> 'finished';
