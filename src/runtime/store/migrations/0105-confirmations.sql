-- What an agent was shown before a change: the token of it is good once, for the key that it was given to.
create table confirmations (
  token text primary key,
  key_id text not null,
  tool text not null,
  asked text not null,
  shown text not null,
  kept jsonb,
  wall_expires_at timestamptz not null,
  wall_used_at timestamptz
);
create index confirmations_age on confirmations (wall_expires_at);
