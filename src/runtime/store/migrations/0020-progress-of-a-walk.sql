-- How far the walk was when it last wrote its status: run, events of its history, inputs. What comes from a worker that has been frozen
-- or cut off since then is behind this, and is not written. Empty: written by an older version, or not written yet.
alter table enrollments add column progress int[] not null default '{}';
-- The same for the step that asked the person: no earlier step may close the task.
alter table tasks add column asked int[] not null default '{}';
