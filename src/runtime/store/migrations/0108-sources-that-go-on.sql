-- A campaign's source that is looked at again: who appears in it later enters by themselves.
create table campaign_follows (
  campaign_id text primary key references campaigns (id),
  every text not null check (every in ('daily')),
  -- Virtual time. Null: a look is under way, or it has ended.
  next_look_at timestamptz,
  -- Wall time: the service has said not before.
  wall_try_at timestamptz,
  -- Why a look that is due has not begun, or not come to its end.
  waits_for text check (waits_for in ('pause', 'account', 'credits', 'rate_limit', 'failure')),
  waits_because text,
  -- In a row.
  failures int not null default 0,
  ended_at timestamptz,
  ended_because text
);
create index campaign_follows_due on campaign_follows (next_look_at) where next_look_at is not null;

create table campaign_looks (
  campaign_id text not null references campaigns (id),
  number int not null,
  -- Everybody in the source, in place of those who have come since the last look.
  whole boolean not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- Whom the source has shown.
  people int not null default 0,
  credits int not null default 0,
  note text,
  primary key (campaign_id, number)
);

-- The look that has found it; null: the one import of a campaign that is not followed.
alter table campaign_rows add column look int;
create index campaign_rows_by_look on campaign_rows (campaign_id, look, status) where look is not null;
