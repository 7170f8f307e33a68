-- Who waits for a place of an account, of the few that are under way: the list of accounts tells how many, and why.
create index enrollments_waiting_for_places on enrollments (id)
  where status = 'active' and waiting_kind = 'slot' and started_at is not null and waiting_detail is not null;

-- What an import has read of its source once, and needs for each page: the job of its candidates.
alter table campaigns add column source_read jsonb;
