-- When a walk last told where it stands, by the clock of its workflow: up to then, Temporal's history of it holds nothing later. One that
-- does was written anew, after Temporal was set back to an earlier time.
alter table walks add column wall_told_at timestamptz;
