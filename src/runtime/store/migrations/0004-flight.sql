-- When the outcome of the call was stored: a stop that comes between `wall_created_at` and this is too late. Empty where the
-- outcome was read back later.
alter table intents add column wall_answered_at timestamptz;
create index intents_answered on intents (wall_answered_at) where wall_answered_at is not null;
