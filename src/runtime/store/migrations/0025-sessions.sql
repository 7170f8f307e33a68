-- Sessions of people who are signed in to the console. A session ends when it expires, is signed out, or is revoked.
create table sessions (
  id text primary key,
  -- Hash of the token in the cookie.
  hash text not null unique,
  -- The API key that it was opened with; the session ends with the key. Null: opened by a one-time link.
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
