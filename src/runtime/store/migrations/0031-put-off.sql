-- Whose step found no place among the calls of an account that answers slowly, or that has not answered yet. They wait in Temporal; whoever
-- leaves such a place wakes the next one, in whatever process it was put off.
create table put_off (
  enrollment_id text primary key references enrollments (id) on delete cascade,
  account_id text not null,
  turn bigint generated always as identity
);
create index put_off_of_account on put_off (account_id, turn);
