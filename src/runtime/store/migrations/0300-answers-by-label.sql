-- Outside of a transaction.
-- Whose answer is positive, where hardly any of a campaign's is, without a look at everybody who has answered.
drop index concurrently if exists enrollments_replied_by_label;
create index concurrently enrollments_replied_by_label on enrollments (campaign_id, label, id) where replied_at is not null;
