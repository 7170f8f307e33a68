-- Outside of a transaction.
drop index concurrently if exists timeline_arms_taken;
-- Which arm everybody took, and when, is read from this alone: the lines themselves lie among five times as many others.
create index concurrently timeline_arms_taken on timeline (node, enrollment_id, id) include (at, detail) where type = 'branch' and detail ? 'arm';
drop index concurrently if exists timeline_arms;
