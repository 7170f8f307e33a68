-- Renewal of the access tokens of mailboxes: by one process at a time, because a refresh token may be valid for one use only. Times are
-- by the clock of the database.
alter table mailboxes
  -- Lease: the process that renews it, and until when.
  add column renewing_id text,
  add column wall_renewing_until timestamptz,
  -- How often in a row the token endpoint could not be reached, and when it is tried again.
  add column renew_failures integer not null default 0,
  add column wall_renew_after timestamptz;
