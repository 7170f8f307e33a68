-- Counts how many of a campaign have replied without reading those who have not.
create index enrollments_replied on enrollments (campaign_id) where replied_at is not null;
