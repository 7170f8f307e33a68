-- Mails over real servers. A call that sends one is two transactions with the conversation with the server between them, so what
-- it has begun is kept here. Columns named `wall_…` hold wall time by the clock of the database.

-- A call that is under way, or was cut off: its row of the log says neither success nor refusal yet.
alter table logs add column outcome_unknown boolean not null default false;

-- What a call was charged when it began comes back where nothing came of it.
alter table credit_ledger drop constraint credit_ledger_kind_check;
alter table credit_ledger add check (kind in ('grant', 'charge', 'set', 'refund'));

-- The call under this key has begun and not ended: the row says how a repeat is answered until then. It does not expire.
alter table idempotent_requests add column open_call text;

-- Processes that send. One that was not seen for a while is taken for dead; one that was merely slow finds out when it hands over.
create table mail_senders (
  process_id text primary key,
  wall_seen_at timestamptz not null default now()
);

create table mail_sends (
  send_id text primary key,
  -- The mailbox that it goes out from; with a pool not the account of the call.
  account_id text not null references accounts on delete cascade,
  -- begun: certainly not sent · handed_over: the final dot may be out · accepted: the server took it, or it was found where only a
  -- sent mail is · refused: certainly not sent, and never will be · unknown: handed over, looked for, and nowhere found.
  state text not null check (state in ('begun', 'handed_over', 'accepted', 'refused', 'unknown')),
  -- Ours, with its angle brackets.
  message_id text not null,
  in_reply_to text,
  reference_ids text[] not null default '{}',
  subject text not null,
  recipients text[] not null,
  -- What the event of the send tells; emptied once that is told.
  text text not null,
  -- What ends the call: see `OpenCall`.
  call jsonb not null,
  -- Who carries it out.
  process_id text not null,
  -- What the server said last, or what became of it.
  outcome text,
  looks integer not null default 0,
  wall_next_look_at timestamptz not null default now(),
  wall_begun_at timestamptz not null default now(),
  wall_handed_over_at timestamptz,
  wall_ended_at timestamptz,
  -- World time of the send.
  at timestamptz not null,
  -- Set by whoever reads that it came back.
  bounced_at timestamptz,
  bounce_kind text check (bounce_kind in ('hard', 'soft'))
);
create index mail_sends_day on mail_sends (account_id, at);
create index mail_sends_message on mail_sends (message_id, account_id);
create index mail_sends_open on mail_sends (wall_next_look_at) where state in ('begun', 'handed_over');

-- The bytes that went out, until a copy of them lies in the mailbox's sent folder.
create table mail_copies (
  send_id text primary key references mail_sends on delete cascade,
  raw bytea not null,
  tries integer not null default 0,
  wall_next_try_at timestamptz not null default now()
);
create index mail_copies_due on mail_copies (wall_next_try_at);
