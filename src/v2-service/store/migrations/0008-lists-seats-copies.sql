-- What makes offset lists hold still, what a premium seat may do in a month, and the stored copies of connections.

-- The order of a list as one call saw it, so that the pages after the first neither repeat nor lose an item. Wall time: a
-- chain of calls lives on the wire.
create table list_snapshots (
  snapshot_id bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  -- The list's name and the digest of its filters.
  list text not null,
  ids bigint[] not null,
  -- Where the pages read so far said that the next one starts.
  expected integer[] not null,
  wall_used_at timestamptz not null default now()
);
-- Compressing an array of ids costs more time than it saves room, and they live for minutes.
alter table list_snapshots alter column ids set storage external;
create index list_snapshots_list on list_snapshots (account_id, list, snapshot_id desc);
