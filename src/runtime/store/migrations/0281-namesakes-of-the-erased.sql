-- Entries of people who were erased are hashes: whoever got one of their names later is written down then, since nobody could be found by the entry (src/runtime/store/suppressions/namesakes.ts).
-- Nobody waits for anybody here: two who write down the same person at once write them twice, which says no more.
create table namesakes_of_erased (lead_id text not null);
create index on namesakes_of_erased (lead_id);
alter table name_passes drop constraint name_passes_what_check;
alter table name_passes add constraint name_passes_what_check
  check (what in ('suppressions', 'people', 'events', 'addresses', 'namesakes')) not valid;
insert into name_passes (what) values ('namesakes');
