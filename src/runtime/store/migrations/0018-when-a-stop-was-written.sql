-- When the stop flag was raised, by the same clock as `intents.wall_created_at`: `stopped_at` is when the person wrote, which
-- is earlier. An audit compares the two.
alter table enrollments add column wall_stopped_at timestamptz;
alter table suppressions add column wall_created_at timestamptz not null default now();
