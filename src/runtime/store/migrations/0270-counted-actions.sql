-- Outside of a transaction.
drop index concurrently if exists intents_done;
-- To how many people of a campaign something was done: from these two alone, in one order, without their tables.
create index concurrently intents_done on intents (enrollment_id, limit_class) where state = 'done';
drop index concurrently if exists enrollments_begun;
create index concurrently enrollments_begun on enrollments (campaign_id, id) include (accepted_at) where started_at is not null;
-- All that it found the one above finds.
drop index concurrently if exists enrollments_started;
