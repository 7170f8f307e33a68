-- Outside of a transaction.
drop index concurrently if exists timeline_moved;
-- Lines of people who were moved to another version: as few as were moved, while each person has some lines of other kinds.
create index concurrently timeline_moved on timeline (enrollment_id, id) where type = 'moved';
