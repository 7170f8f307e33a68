-- Why and since when an account backs off, how often in a row it did, and how many steps were told when to come back.
alter table accounts
  add column held_since timestamptz,
  add column hold_repeats int not null default 0,
  add column held_steps int not null default 0,
  -- Paused by its own guardrail until a person resumes it.
  add column paused_at timestamptz,
  add column paused_reason text,
  -- Its guardrail counts from this time on, because a person has looked at what was before.
  add column guarded_since timestamptz;

-- Hard bounces and complaints, which the guardrails of a mailbox count against what it sent.
create table mail_troubles (
  event_id text primary key,
  account_id text not null,
  kind text not null check (kind in ('bounce', 'complaint')),
  at timestamptz not null
);
create index mail_troubles_of on mail_troubles (account_id, at);

-- While this row is set, no call that costs credits is made: one row for the owner.
create table credit_hold (
  one boolean primary key default true check (one),
  held boolean not null,
  -- The highest cost among the calls that were refused.
  needed int not null,
  reason text not null,
  since timestamptz not null,
  -- When the balance cannot be read: the time at which it is tried again anyway, at growing intervals.
  wall_try_at timestamptz not null,
  repeats int not null default 0
);
