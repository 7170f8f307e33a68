-- What an adapter over a network has begun, from the transaction that charged the call until how it ended is known: for adapters that leave
-- this to the service (createActs).
create table acts (
  effect_id text primary key,
  adapter text not null,
  account_id text not null references accounts on delete cascade,
  -- unknown: it may have taken place, and nothing proves it; its credits were given back.
  state text not null default 'begun' check (state in ('begun', 'unknown', 'ended')),
  -- By which the adapter finds it again; as `call` and `event`, emptied when it has ended.
  note jsonb,
  -- How the call ends: see `OpenCall`.
  call jsonb,
  -- Stored once it took place.
  event jsonb,
  -- On the wall.
  begun_at timestamptz not null default now(),
  -- Virtual time.
  ended_at timestamptz
);
create index acts_open on acts (adapter) where state = 'begun';
create index acts_account on acts (account_id);
create index acts_ended on acts (ended_at) where state = 'ended';

-- What came to the accounts of adapters that list it (`Adapter.incoming`) and was told: each once, however often it is listed.
create table told_incoming (
  account_id text not null references accounts on delete cascade,
  incoming_id text not null,
  -- Virtual time.
  told_at timestamptz not null,
  primary key (account_id, incoming_id)
);
create index told_incoming_told_at on told_incoming (told_at);
