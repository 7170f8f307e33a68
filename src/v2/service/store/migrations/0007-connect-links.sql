-- Hosted connection links, and the callbacks owed to their `notify_url`s. Columns named `wall_…` hold wall time; all other times
-- are world time. Accounts are named without a reference: a link tells what it connected also after the account is gone.

create table connect_links (
  link_id text primary key,
  user_id text not null references users on delete cascade,
  platforms text[] not null,
  name text,
  -- The country that the person cannot change; null where the page asks.
  country text,
  -- The account that is connected anew.
  reconnect text,
  account_name text,
  success_url text,
  failure_url text,
  notify_url text,
  products text[] not null,
  -- That a link is expired is read from `expires_at` and the clock.
  status text not null default 'pending' check (status in ('pending', 'checkpoint', 'used')),
  platform text check (platform in ('professional', 'messenger', 'email')),
  -- Set once connected.
  account_id text,
  -- Of a sign-in that waits for its code.
  waiting_account_id text,
  -- What the code page and the pairing page show, sealed: a pairing code connects the account.
  sealed_pairing_code text,
  -- In the address that the QR code holds.
  phone_token text unique,
  -- What the person chose for the paid products.
  contract text,
  sign_ins integer not null default 0,
  -- SHA-256 of the cookie of the browser that finished it: that one sees the confirmation, others see a used link.
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
  -- Who is sending it, and until when that is believed: a sender that died loses it, and it is sent again.
  lease text,
  wall_lease_until timestamptz,
  check ((due_at is not null) = (state = 'pending'))
);
create index connect_link_callbacks_due on connect_link_callbacks (due_at) where due_at is not null;
