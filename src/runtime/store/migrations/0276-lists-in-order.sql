-- Outside of a transaction.
-- The people of a campaign in the order of people: the newest of all may be in none that is older. Those of its enrollments are read from it alone.
drop index concurrently if exists enrollments_of_campaign;
create index concurrently enrollments_of_campaign on enrollments (campaign_id, lead_id) include (id);
-- The enrollments of an account in their order, and its people from the index alone.
drop index concurrently if exists enrollments_of_professional;
create index concurrently enrollments_of_professional on enrollments ((senders ->> 'professional'), id) include (lead_id) where senders ->> 'professional' is not null;
drop index concurrently if exists enrollments_of_email;
create index concurrently enrollments_of_email on enrollments ((senders ->> 'email'), id) include (lead_id) where senders ->> 'email' is not null;
drop index concurrently if exists enrollments_of_messenger;
create index concurrently enrollments_of_messenger on enrollments ((senders ->> 'messenger'), id) include (lead_id) where senders ->> 'messenger' is not null;
-- All to whom anything has happened, in the order of each list: after an import the newest only wait to begin.
drop index concurrently if exists enrollments_stirred;
create index concurrently enrollments_stirred on enrollments (id) where started_at is not null or status <> 'queued' or replied_at is not null;
drop index concurrently if exists enrollments_stirred_by_lead;
create index concurrently enrollments_stirred_by_lead on enrollments (lead_id) where started_at is not null or status <> 'queued' or replied_at is not null;
-- All that they found those above find.
drop index concurrently if exists enrollments_campaign_id_idx;
drop index concurrently if exists enrollments_by_professional;
drop index concurrently if exists enrollments_by_email;
drop index concurrently if exists enrollments_by_messenger;
