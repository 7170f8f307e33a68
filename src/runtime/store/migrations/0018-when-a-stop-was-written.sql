-- When the stop flag was set, by the same clock as `intents.wall_created_at`, so that an audit can compare the two. `stopped_at` is
-- when the person wrote, which is earlier.
alter table enrollments add column wall_stopped_at timestamptz;
alter table suppressions add column wall_created_at timestamptz not null default now();
