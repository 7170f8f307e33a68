-- Outside of a transaction.
drop index concurrently if exists intents_done_at;
-- When something was first done to each of many people, without reading the table.
create index concurrently intents_done_at on intents (enrollment_id, limit_class) include (settled_at) where state = 'done';
drop index concurrently if exists intents_done;
