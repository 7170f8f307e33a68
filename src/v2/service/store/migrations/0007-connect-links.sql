-- Hosted connection links, and the callbacks to their `notify_url`s. Columns named `wall_…` hold wall time; all other times
-- are virtual time. Accounts are named without a foreign key, so that a link still shows what it connected after the account is gone.

create table connect_links (
  link_id text primary key,
  user_id text not null references users on delete cascade,
  platforms text[] not null,
  name text,
  -- The country that the person cannot change; null where the page asks.
  country text,
  -- The account that is reconnected.
  reconnect text,
  account_name text,
  success_url text,
  failure_url text,
  notify_url text,
  products text[] not null,
  -- Whether a link has expired follows from `expires_at` and the clock.
  status text not null default 'pending' check (status in ('pending', 'checkpoint', 'used')),
  platform text check (platform in ('professional', 'messenger', 'email')),
  -- Set once connected.
  account_id text,
  -- The sign-in that waits for its code.
  waiting_account_id text,
  -- What the code page and the pairing page show. Sealed, because a pairing code connects the account.
  sealed_pairing_code text,
  -- Part of the address in the QR code.
  phone_token text unique,
  -- What the person chose for the paid products.
  contract text,
  sign_ins integer not null default 0,
  -- SHA-256 of the cookie of the browser that finished it: this browser sees the confirmation, others see a used link.
  browser_digest text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  used_at timestamptz,
  check ((status = 'used') = (account_id is not null))
);
create index connect_links_user on connect_links (user_id, created_at);
create index connect_links_waiting on connect_links (waiting_account_id) where waiting_account_id is not null;

create table connect_link_callbacks (
  link_id text primary key references connect_links on delete cascade,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When the next attempt is due; null once the state is final.
  due_at timestamptz,
  error text,
  -- Lease: the process that sends it, and until when. A process that died loses the lease, and the callback is sent again.
  lease text,
  wall_lease_until timestamptz,
  check ((due_at is not null) = (state = 'pending'))
);
create index connect_link_callbacks_due on connect_link_callbacks (due_at) where due_at is not null;
