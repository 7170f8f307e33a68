-- Outside of a transaction.
drop index concurrently if exists enrollments_standing;
-- Where those stand who are under way, counted from it alone: whoever only waits to begin, and whoever has ended, has no entry.
create index concurrently enrollments_standing on enrollments (campaign_id, status, sequence, node)
  where status <> 'finished' and (started_at is not null or status <> 'queued');
-- All that it found the one above finds.
drop index concurrently if exists enrollments_under_way;
