-- Outside of a transaction.
drop index concurrently if exists enrollments_of_professional;
-- Whose reply it may be that nobody fits.
create index concurrently enrollments_of_professional on enrollments ((senders ->> 'professional')) where status <> 'finished' and started_at is not null;
