-- A mail of which nobody knows what it means: a person says so in a task of its own, and nothing is sent until then.
-- `event_id`: the mail, of a task of the kind `unclear_reply`, which belongs to no step.
alter table tasks
  add column event_id text,
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('task', 'review', 'unknown_outcome', 'unclear_reply')) not valid;
-- Since when nothing is sent because of it, virtual time.
alter table enrollments add column unclear_since timestamptz;
-- What a person said that it is: {"as": "answer" | "automatic" | "no_more_mail", "returns_on": an ISO date or null}.
alter table events add column decided jsonb;
