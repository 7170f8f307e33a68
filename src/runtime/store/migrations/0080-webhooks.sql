-- Our own webhooks: which events somebody wants, and their deliveries.

-- Events whose cause writes no line of the timeline. Their ids come from the timeline's sequence, so both together have one order.
create table announcements (
  id bigint primary key default nextval('timeline_id_seq'),
  -- As webhooks call it: `campaign.paused`.
  type text not null,
  at timestamptz not null,
  enrollment_id text references enrollments (id) on delete cascade,
  lead_id text references leads (id) on delete cascade,
  campaign_id text references campaigns (id) on delete cascade,
  account_id text,
  detail jsonb not null default '{}'
);
create index announcements_of_enrollment on announcements (enrollment_id) where enrollment_id is not null;
create index announcements_of_lead on announcements (lead_id) where lead_id is not null;

create table webhooks (
  id text primary key,
  url text not null,
  description text,
  -- Names of events, `enrollment.*` for those that begin so, `*` for all.
  events text[] not null,
  -- switched_off: its receiver failed for days.
  status text not null default 'active' check (status in ('active', 'paused', 'switched_off')),
  status_reason text,
  sealed_secret text not null,
  -- The secret before the last rotation, which signs too for a while.
  former_sealed_secret text,
  wall_former_until timestamptz,
  -- Everything up to this line or announcement has been queued for it.
  cursor bigint not null,
  -- Since when every attempt has failed; null: the last one did not.
  failing_since timestamptz,
  created_at timestamptz not null,
  -- Whether it asks for the waits of enrollments, which are written down only for who asks.
  asks_for_waits boolean not null generated always as
    (status = 'active' and events && array['*', 'enrollment.*', 'enrollment.waiting']) stored
);

-- Streams of events that are open ask for the waits of enrollments too, until then.
create table stream_watch (
  one boolean primary key default true check (one),
  wall_until timestamptz not null
);

-- What is or was sent to somebody: the exact text of every attempt and replay.
create table outgoing_events (
  event_id text collate "C" primary key,
  type text not null,
  -- Whom it is about: erased with them.
  lead_id text references leads (id) on delete cascade,
  payload text not null,
  created_at timestamptz not null
);
create index outgoing_events_of_lead on outgoing_events (lead_id) where lead_id is not null;
create index outgoing_events_age on outgoing_events (created_at);

-- `deliveries` and `delivery_attempts` are what src/shared/webhook-delivery/delivery-store.ts works on, but for `queue` and `place`.
create table deliveries (
  delivery_id text collate "C" primary key,
  webhook_id text not null references webhooks on delete cascade,
  event_id text collate "C" not null references outgoing_events on delete cascade,
  event_type text not null,
  state text not null check (state in ('pending', 'retrying', 'succeeded', 'failed')),
  replay boolean not null default false,
  attempts integer not null default 0,
  -- When the next attempt is due; null once the state is final; infinity while an earlier one of the same queue is not final.
  due_at timestamptz,
  -- Due, but not to be sent now: its webhook is not active.
  held boolean not null default false,
  lease text,
  wall_lease_until timestamptz,
  headers jsonb,
  created_at timestamptz not null,
  -- Those of one queue are sent one after the other, by their place: what is about one person. Null: at any time.
  queue text,
  place bigint,
  check ((due_at is not null) = (state in ('pending', 'retrying')))
);
create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null and not held;
create index deliveries_next on deliveries (due_at) where due_at is not null and not held;
create index deliveries_webhook on deliveries (webhook_id, delivery_id desc);
create unique index deliveries_once on deliveries (event_id, webhook_id) where not replay;
create index deliveries_event on deliveries (event_id);
create index deliveries_in_turn on deliveries (webhook_id, queue, place) where due_at is not null and queue is not null;
create index deliveries_age on deliveries (created_at);

create table delivery_attempts (
  delivery_id text collate "C" not null references deliveries on delete cascade,
  attempt integer not null,
  at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  primary key (delivery_id, attempt)
);

-- A delivery is final, or gone: the next one of its queue is due. Whoever adds to a queue locks what is open in it first, and the query here
-- sees what was committed before that lock was given: so none is left behind.
create function next_in_queue() returns trigger language plpgsql volatile as $$
begin
  update deliveries set due_at = created_at
   where delivery_id = (
     select d.delivery_id from deliveries d
      where d.webhook_id = old.webhook_id and d.queue = old.queue and d.due_at is not null
      order by d.place limit 1)
     and due_at = 'infinity';
  return null;
end
$$;
create trigger delivery_is_final after update of due_at on deliveries for each row
  when (old.due_at is not null and new.due_at is null and old.queue is not null) execute function next_in_queue();
create trigger delivery_is_gone after delete on deliveries for each row
  when (old.due_at is not null and old.queue is not null) execute function next_in_queue();

-- When everybody in it had ended; null: somebody has not, or somebody was added since.
alter table campaigns add column finished_at timestamptz;
