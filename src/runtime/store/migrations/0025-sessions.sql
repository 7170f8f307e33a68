-- Who is signed in to the page. A session ends here: by its own time, by signing out, or by whoever revokes it.
create table sessions (
  id text primary key,
  -- Of what the cookie holds.
  hash text not null unique,
  -- The key it was opened with, without which it is none; null: with a one-time link.
  key_id text references api_keys (id),
  scopes text[] not null,
  address text not null,
  user_agent text not null,
  wall_created_at timestamptz not null default now(),
  wall_seen_at timestamptz not null default now(),
  wall_expires_at timestamptz not null,
  wall_ended_at timestamptz
);
create index sessions_age on sessions (wall_expires_at);
