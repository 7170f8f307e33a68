-- When a send in doubt was last looked for after its enrollment had ended: the one that waits longest is next.
alter table intents add column wall_looked_at timestamptz;
