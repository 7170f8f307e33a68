-- The state of a walk when it last wrote its status or began a call. If Temporal loses the workflow, it is started again from this.
-- One short row per enrollment that has begun and not ended, updated in place.
create table walks (
  enrollment_id text primary key references enrollments (id) on delete cascade,
  -- Digest of the plan that the walk followed.
  digest text,
  -- Temporal's id of the run that wrote it.
  run_id text,
  progress int[] not null,
  state jsonb not null
) with (fillfactor = 50);
-- When the workflow was last checked to exist; '-infinity': it was found missing.
alter table enrollments add column wall_looked_at timestamptz not null default now();
create index enrollments_wall_looked_at on enrollments (wall_looked_at) where status <> 'finished' and started_at is not null;
