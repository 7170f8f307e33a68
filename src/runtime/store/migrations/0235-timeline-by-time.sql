-- Outside of a transaction.
drop index concurrently if exists timeline_by_time;
-- The lines of everybody in the order in which things happened, which is not that in which they were written.
create index concurrently timeline_by_time on timeline (at, id);
