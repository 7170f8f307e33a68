-- Enrollments under way that wait for a slot of an account: the list of accounts shows how many, and why.
create index enrollments_waiting_for_places on enrollments (id)
  where status = 'active' and waiting_kind = 'slot' and started_at is not null and waiting_detail is not null;

-- What an import reads of its source once and needs for every page: the job of its candidates.
alter table campaigns add column source_read jsonb;
