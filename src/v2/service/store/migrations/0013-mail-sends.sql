-- Mails sent over real servers. Such a call consists of two transactions with the SMTP conversation between them, so what it has begun
-- is kept here. Columns named `wall_…` hold wall time by the clock of the database.

-- A call that is under way or was cut off: its log row says neither success nor refusal yet.
alter table logs add column outcome_unknown boolean not null default false;

-- The charge that a call paid when it began is refunded when it sent nothing.
alter table credit_ledger drop constraint credit_ledger_kind_check;
alter table credit_ledger add check (kind in ('grant', 'charge', 'set', 'refund'));

-- The call with this idempotency key has begun and not ended: until then the row says how a repeat is answered. It does not expire.
alter table idempotent_requests add column open_call text;

-- Processes that send. One that was not seen for a while counts as dead; if it was merely slow, it finds out before it hands a mail over.
create table mail_senders (
  process_id text primary key,
  wall_seen_at timestamptz not null default now()
);

create table mail_sends (
  send_id text primary key,
  -- The mailbox that it is sent from; with a pool this is not the account of the call.
  account_id text not null references accounts on delete cascade,
  -- begun: certainly not sent · handed_over: the final dot may have been sent · accepted: the server took it, or it was found
  -- where only a sent mail can be · refused: certainly not sent, and never will be · unknown: handed over, searched for, not found.
  state text not null check (state in ('begun', 'handed_over', 'accepted', 'refused', 'unknown')),
  -- Our Message-ID, with its angle brackets.
  message_id text not null,
  in_reply_to text,
  reference_ids text[] not null default '{}',
  subject text not null,
  recipients text[] not null,
  -- The content of the `sent` event; emptied once the event is stored.
  text text not null,
  -- How the call ends: see `OpenCall`.
  call jsonb not null,
  -- The process that sends it.
  process_id text not null,
  -- The server's last answer, or the outcome.
  outcome text,
  looks integer not null default 0,
  wall_next_look_at timestamptz not null default now(),
  wall_begun_at timestamptz not null default now(),
  wall_handed_over_at timestamptz,
  wall_ended_at timestamptz,
  -- When it was sent, in virtual time.
  at timestamptz not null,
  -- Set when its bounce is read.
  bounced_at timestamptz,
  bounce_kind text check (bounce_kind in ('hard', 'soft'))
);
create index mail_sends_day on mail_sends (account_id, at);
create index mail_sends_message on mail_sends (message_id, account_id);
create index mail_sends_open on mail_sends (wall_next_look_at) where state in ('begun', 'handed_over');

-- The bytes that were sent, kept until a copy is in the mailbox's sent folder.
create table mail_copies (
  send_id text primary key references mail_sends on delete cascade,
  raw bytea not null,
  tries integer not null default 0,
  wall_next_try_at timestamptz not null default now()
);
create index mail_copies_due on mail_copies (wall_next_try_at);
