-- Outside of a transaction.
drop index concurrently if exists outbox_of_jobs;
-- How many signals of a job have yet to reach Temporal, without a look at all the others. The condition stands in the statement that asks, too.
create index concurrently outbox_of_jobs on outbox ((payload ->> 'id')) where kind = 'signal_enrollment' and starts_with(payload ->> 'id', 'job_');
