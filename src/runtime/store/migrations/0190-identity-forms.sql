-- The mailbox in the form in which all spellings of it are one (src/shared/identity); written with the account, which is read from the service again
-- and again.
alter table accounts add column email_key text;

-- How far the names of versions before were read again, so that people are known by the one form of each, too (src/runtime/enroll/names). A second pass
-- finds what a version that still ran wrote beside the first. Their rows stay: that version looks for them.
create table name_passes (
  what text primary key check (what in ('suppressions', 'people')),
  passes smallint not null default 0,
  place text not null default '',
  wall_passed_at timestamptz
);
insert into name_passes (what) values ('suppressions'), ('people');
