-- When the outcome of the call was stored: a stop between `wall_created_at` and this time came too late for the call. Null when the
-- outcome was read back later.
alter table intents add column wall_answered_at timestamptz;
create index intents_answered on intents (wall_answered_at) where wall_answered_at is not null;
