-- What a label says of a person, and what it does. Those that are built in can be changed, but not renamed or deleted.
create table labels (
  name text primary key check (name ~ '^[a-z][a-z0-9_]{0,39}$' and name <> 'none'),
  title text not null,
  -- continue: nothing. stop: the person's sequences end. suppress: and the person is put on the do-not-contact list.
  effect text not null check (effect in ('continue', 'stop', 'suppress')),
  -- It is given with a date: then the conversation is back in the inbox, or the person enters `sequence`.
  dated boolean not null default false,
  sequence text references sequences (name),
  built_in boolean not null default false,
  created_at timestamptz not null,
  check (sequence is null or dated)
);
insert into labels (name, title, effect, dated, built_in, created_at) values
  ('interested', 'Interested', 'continue', false, true, '2026-01-01'),
  ('booked', 'Booked', 'stop', false, true, '2026-01-01'),
  ('not_now', 'Not now', 'stop', true, true, '2026-01-01'),
  ('not_interested', 'Not interested', 'stop', false, true, '2026-01-01'),
  ('wrong_person', 'Wrong person', 'stop', false, true, '2026-01-01'),
  ('out_of_office', 'Out of office', 'continue', false, true, '2026-01-01');

alter table conversations
  add constraint conversations_label foreign key (label) references labels (name),
  -- Until when the label holds: the day on which somebody is back, or wants to be asked again.
  add column label_until timestamptz,
  -- The sequence that the person enters at `label_until`.
  add column enters text,
  -- What machines have answered for the person.
  add column automatic int not null default 0,
  add constraint conversations_enters check (enters is null or label_until is not null);

create table conversation_notes (
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  text text not null,
  -- Who wrote it; null: the engine.
  author text,
  created_at timestamptz not null
);
create index conversation_notes_of on conversation_notes (conversation_id, id);

-- What has its time: the loop that follows the ledger looks for it.
create index conversations_snoozed on conversations (snoozed_until) where state = 'snoozed';
create index conversations_entering on conversations (label_until) where enters is not null;

-- A filter that fits few must not look at all of them, newest first.
create index conversations_by_state on conversations (state, last_at, id) where merged_into is null;
create index conversations_unread on conversations (last_at, id) where merged_into is null and unread > 0;
create index conversations_by_account on conversations (account_id, last_at, id) where merged_into is null;
create index conversations_by_assignee on conversations (assignee, last_at, id) where merged_into is null and assignee is not null;
create index conversations_by_label on conversations (label, last_at, id) where merged_into is null and label is not null;
create index conversations_arrays on conversations using gin (campaign_ids, channels) with (fastupdate = off);
