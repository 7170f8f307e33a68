-- Access tokens of mailboxes that are renewed: by one process at a time, for a refresh token may be good for one use alone.
-- By the clock of the database.
alter table mailboxes
  -- Who renews it just now, and until when unless it is done before.
  add column renewing_id text,
  add column wall_renewing_until timestamptz,
  -- After the token endpoint could not be had: how often in a row, and when it is asked again.
  add column renew_failures integer not null default 0,
  add column wall_renew_after timestamptz;
