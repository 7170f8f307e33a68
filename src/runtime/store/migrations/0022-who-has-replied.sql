-- How many of a campaign have replied is counted without looking at those who have not.
create index enrollments_replied on enrollments (campaign_id) where replied_at is not null;
