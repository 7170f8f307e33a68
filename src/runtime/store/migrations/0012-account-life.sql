-- Why and since when an account is held, how often in a row it was, and how many steps have been told when to come back.
alter table accounts
  add column held_since timestamptz,
  add column hold_repeats int not null default 0,
  add column held_steps int not null default 0,
  -- Paused by its own guardrail, until a person resumes it.
  add column paused_at timestamptz,
  add column paused_reason text,
  -- Its guardrail counts from here on: a person has looked at what was before.
  add column guarded_since timestamptz;

-- Mails that came back for good, and complaints about them: what the guardrails of a mailbox count, against what it sent.
create table mail_troubles (
  event_id text primary key,
  account_id text not null,
  kind text not null check (kind in ('bounce', 'complaint')),
  at timestamptz not null
);
create index mail_troubles_of on mail_troubles (account_id, at);

-- Nothing that costs credits is called while this holds: one row, for the owner.
create table credit_hold (
  one boolean primary key default true check (one),
  held boolean not null,
  -- The most that a call which was refused would have cost.
  needed int not null,
  reason text not null,
  since timestamptz not null,
  -- Where the balance cannot be read: when it is tried again all the same, ever more rarely.
  wall_try_at timestamptz not null,
  repeats int not null default 0
);
