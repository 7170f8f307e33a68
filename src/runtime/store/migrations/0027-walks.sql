-- The walk itself as it stood when it last said so, or began a call: what its workflow is started again from where Temporal has lost it.
-- One short row per enrollment that has begun and not ended, written over in place.
create table walks (
  enrollment_id text primary key references enrollments (id) on delete cascade,
  -- The plan that the walk had.
  digest text,
  -- Temporal's id of the run that wrote it.
  run_id text,
  progress int[] not null,
  state jsonb not null
) with (fillfactor = 50);
-- When it was last looked whether its workflow is there; '-infinity': its workflow was missed.
alter table enrollments add column wall_looked_at timestamptz not null default now();
create index enrollments_wall_looked_at on enrollments (wall_looked_at) where status <> 'finished' and started_at is not null;
