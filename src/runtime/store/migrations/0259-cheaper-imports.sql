-- Outside of a transaction.
drop index concurrently if exists campaign_rows_open;
-- Most rows of a list become enrollments, and have no entry in it any more: those by their number in the list are enough.
create index concurrently campaign_rows_open on campaign_rows (campaign_id, status, row) where status <> 'created';
-- All that it found the one above finds.
drop index concurrently if exists campaign_rows_by_status;
-- All that it found enrollments_of_lead finds.
drop index concurrently if exists enrollments_lead_id_idx;
-- Lists go by ids.
drop index concurrently if exists enrollments_newest;
