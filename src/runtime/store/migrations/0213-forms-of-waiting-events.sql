-- Names of events that nobody was known by are read again as well (src/runtime/enroll/names/bring-events.ts).
alter table name_passes drop constraint name_passes_what_check;
alter table name_passes add constraint name_passes_what_check check (what in ('suppressions', 'people', 'events')) not valid;
insert into name_passes (what) values ('events');
