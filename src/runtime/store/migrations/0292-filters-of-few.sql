-- Outside of a transaction.
-- Who fits a filter that few fit, or nobody, is found without reading all people from the newest to the oldest.
-- Of an account hardly any have answered, or are under way.
drop index concurrently if exists enrollments_answered_by_professional;
create index concurrently enrollments_answered_by_professional on enrollments ((senders ->> 'professional'), id) where replied_at is not null and senders ->> 'professional' is not null;
drop index concurrently if exists enrollments_answered_by_email;
create index concurrently enrollments_answered_by_email on enrollments ((senders ->> 'email'), id) where replied_at is not null and senders ->> 'email' is not null;
drop index concurrently if exists enrollments_answered_by_messenger;
create index concurrently enrollments_answered_by_messenger on enrollments ((senders ->> 'messenger'), id) where replied_at is not null and senders ->> 'messenger' is not null;
drop index concurrently if exists enrollments_open_by_professional;
create index concurrently enrollments_open_by_professional on enrollments ((senders ->> 'professional'), id)
  where status <> 'finished' and (started_at is not null or status <> 'queued');
drop index concurrently if exists enrollments_by_outcome;
create index concurrently enrollments_by_outcome on enrollments (outcome, id) where outcome is not null;
drop index concurrently if exists enrollments_ended_at;
create index concurrently enrollments_ended_at on enrollments (node, id) where status = 'finished';
drop index concurrently if exists enrollments_by_version;
create index concurrently enrollments_by_version on enrollments (sequence, version, status);
drop index concurrently if exists leads_tags;
create index concurrently leads_tags on leads using gin (tags) where tags <> '{}';
drop index concurrently if exists timeline_by_arm;
create index concurrently timeline_by_arm on timeline ((detail ->> 'arm'), enrollment_id) where type = 'branch' and detail ->> 'arm' is not null;
-- All that they found those above find.
drop index concurrently if exists enrollments_sequence_version_idx;
drop index concurrently if exists events_unmatched_by_time;
create index concurrently events_unmatched_by_time on events (received_at, event_id) where state = 'unmatched';
drop index concurrently if exists events_unmatched;
