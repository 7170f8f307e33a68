-- How far the walk was when it told where it stands: run, events of its history, inputs. What comes from a worker that was frozen or cut
-- off since is behind it, and is not written. Empty: written by an older version, or nothing yet.
alter table enrollments add column progress int[] not null default '{}';
-- The same of the step that asked the person: no earlier step closes it.
alter table tasks add column asked int[] not null default '{}';
