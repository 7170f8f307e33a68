-- Outside of a transaction.
-- Whoever was paused by themselves is found without a look at everybody.
drop index concurrently if exists enrollments_paused;
create index concurrently enrollments_paused on enrollments (id) where status = 'paused';
-- People with a label, or without one, in the order of people: the newest of them may come long after the newest of all.
drop index concurrently if exists conversations_of_people_by_label;
create index concurrently conversations_of_people_by_label on conversations (coalesce(label, 'none'), lead_id) where merged_into is null;
