-- What came back of an address: a mail of ours that bounced for good, or a complaint. It stands with the address in its one form (src/shared/identity),
-- whoever has it and whichever account wrote there, until somebody answers from it or a person says that it is good. Cleared rows stay: what is read of
-- an earlier day does not count again.
create table address_reports (
  address text not null,
  kind text not null check (kind in ('bounce', 'complaint')),
  at timestamptz not null,
  reason text not null,
  account_id text not null,
  cleared_at timestamptz,
  cleared_because text,
  primary key (address, kind)
);

-- What an enrollment does with such an address.
create table enroll_settings (
  one boolean primary key default true check (one),
  bad_addresses text not null check (bad_addresses in ('refuse', 'warn'))
);

-- Filled from the events that are kept (src/runtime/events/bring-address-reports.ts).
alter table name_passes drop constraint name_passes_what_check;
alter table name_passes add constraint name_passes_what_check
  check (what in ('suppressions', 'people', 'events', 'addresses')) not valid;
insert into name_passes (what) values ('addresses');
