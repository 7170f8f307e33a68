-- When an in-doubt send was last searched for after its enrollment had ended: the one that waits longest is next.
alter table intents add column wall_looked_at timestamptz;
