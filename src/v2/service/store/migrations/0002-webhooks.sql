-- Webhooks, the events that they see, and the deliveries to their receivers. Columns named `wall_…` hold wall time; all other times
-- are virtual time.

create table webhooks (
  webhook_id text primary key,
  user_id text not null references users on delete cascade,
  account_id text not null references accounts on delete cascade,
  mode text not null check (mode in ('hosted', 'custom')),
  url text,
  -- Subscription filters; `{all}` for every type.
  events text[] not null,
  message_type text not null check (message_type in ('all', 'incoming', 'outgoing')),
  retry boolean not null default true,
  -- False: events are stored, nothing is sent.
  is_active boolean not null default true,
  -- False: nothing is observed, so nothing is stored.
  is_monitoring boolean not null default true,
  -- The signing secret under the service's key; null where signing is off.
  sealed_secret text,
  created_at timestamptz not null,
  check ((mode = 'custom') = (url is not null))
);
create index webhooks_user on webhooks (user_id, created_at, webhook_id);
create index webhooks_account on webhooks (account_id) where is_monitoring;

-- The time in the newest event_id of an account. Its row lock makes the ids of one account strictly increase in the order of
-- the commits: a reader that resumes after an id misses nothing.
create table event_heads (
  account_id text primary key references accounts on delete cascade,
  last_at bigint not null
);

create table events (
  event_id text collate "C" primary key,
  account_id text not null references accounts on delete cascade,
  type text not null,
  -- The exact text that every POST, replay and pull carries.
  envelope text not null,
  emitted_at timestamptz not null
);
create index events_account on events (account_id, event_id);
create index events_age on events (emitted_at);

-- The webhooks of the account that saw the event: their filters at that moment decide, not the present ones.
create table webhook_events (
  webhook_id text not null references webhooks on delete cascade,
  event_id text collate "C" not null references events on delete cascade,
  primary key (webhook_id, event_id)
);
create index webhook_events_event on webhook_events (event_id);

-- `deliveries` and `delivery_attempts` are what src/shared/webhook-delivery/delivery-store.ts works on; both halves have them in this shape.
create table deliveries (
  delivery_id text collate "C" primary key,
  webhook_id text not null references webhooks on delete cascade,
  event_id text collate "C" not null references events on delete cascade,
  event_type text not null,
  state text not null check (state in ('pending', 'retrying', 'succeeded', 'failed')),
  replay boolean not null default false,
  attempts integer not null default 0,
  -- When the next attempt is due; null once the state is final.
  due_at timestamptz,
  -- Due, but not to be sent now: its webhook is paused.
  held boolean not null default false,
  -- Lease: the process that sends it, and until when. A process that died loses the lease, and the delivery is sent again.
  lease text,
  wall_lease_until timestamptz,
  -- Result of the latest attempt.
  headers jsonb,
  created_at timestamptz not null,
  check ((due_at is not null) = (state in ('pending', 'retrying')))
);
create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null and not held;
create index deliveries_next on deliveries (due_at) where due_at is not null and not held;
create index deliveries_webhook on deliveries (webhook_id, delivery_id desc);
create index deliveries_event on deliveries (event_id);

create table delivery_attempts (
  delivery_id text collate "C" not null references deliveries on delete cascade,
  attempt integer not null,
  at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  primary key (delivery_id, attempt)
);
