-- Outside of a transaction.
-- A database that was new after 0276 came has the indexes of 0292, which ran after it: without the person of each, and those of two channels twice.
drop index concurrently if exists enrollments_of_professional;
create index concurrently enrollments_of_professional on enrollments ((senders ->> 'professional'), id) include (lead_id) where senders ->> 'professional' is not null;
drop index concurrently if exists enrollments_by_professional;
drop index concurrently if exists enrollments_by_email;
drop index concurrently if exists enrollments_by_messenger;
