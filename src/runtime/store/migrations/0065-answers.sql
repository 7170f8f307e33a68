-- What people of ours write to a person themselves: docs/decisions/answers-by-people.md. Its call is an intent, its place a slot, a doubt that
-- nobody can settle a task, as those of a step; each belongs to an enrollment or to an answer.
create table answers (
  -- Made of the conversation and the writer's Idempotency-Key: the same request twice is one answer.
  id text primary key,
  -- Null: the person was erased.
  lead_id text references leads (id),
  account_id text not null references accounts (id),
  channel text not null check (channel in ('message', 'inmail', 'email', 'messenger')),
  -- By whose sequence the limits are, and in whose timeline it is told: the person's last one from this account.
  enrollment_id text references enrollments (id),
  digest text,
  -- Who asks the same again under the same key asks for this.
  request_hash text not null,
  author_id text not null,
  author text not null,
  -- Where it goes, by the names of the call's parameters; of a mail also the one that it answers.
  address jsonb not null,
  text text not null,
  subject text,
  attachments jsonb not null,
  -- What the writer had before them: the last message, and how many there were.
  last_seen text,
  seen int not null,
  -- Entries of the do-not-contact list that the writer was shown, and goes against.
  confirmed text[] not null,
  -- What becomes of the sequences that the person is still in.
  sequences text not null check (sequences in ('pause', 'continue')),
  state text not null check (state in ('waiting', 'sending', 'in_doubt', 'sent', 'not_sent', 'withdrawn')),
  -- Until then it can be taken back; wall time.
  wall_send_after timestamptz not null,
  -- When it is looked at next: not before either of them. The first is wall time, the second virtual time.
  wall_due timestamptz not null,
  due_at timestamptz,
  waiting_text text,
  error_code text,
  error_text text,
  created_at timestamptz not null,
  wall_created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index answers_due on answers (wall_due) where state in ('waiting', 'sending');
create index answers_open on answers (lead_id) where state in ('waiting', 'sending');
create index answers_by_lead on answers (lead_id);
create index answers_by_enrollment on answers (enrollment_id) where enrollment_id is not null;

-- Who of ours looks at a conversation, and who writes in it: a lease, in wall time, that ends by itself.
create table presences (
  lead_id text not null references leads (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  who text not null,
  name text not null,
  status text not null check (status in ('reading', 'writing')),
  wall_until timestamptz not null,
  primary key (lead_id, account_id, who)
);
create index presences_writing on presences (lead_id, wall_until) where status = 'writing';

alter table intents alter column enrollment_id drop not null, add column answer_id text references answers (id);
alter table intents add constraint intents_of_one check (num_nonnulls(enrollment_id, answer_id) = 1);
create unique index intents_of_answers on intents (answer_id) where answer_id is not null;

alter table slots alter column enrollment_id drop not null, add column answer_id text references answers (id);
alter table slots add constraint slots_of_one check (num_nonnulls(enrollment_id, answer_id) = 1);
create unique index slots_of_answers on slots (answer_id, limit_class, spent) where answer_id is not null;

alter table tasks alter column enrollment_id drop not null, add column answer_id text references answers (id);
alter table tasks add constraint tasks_of_one check (num_nonnulls(enrollment_id, answer_id) = 1);
create unique index tasks_of_answers on tasks (answer_id, kind) where answer_id is not null;

-- What a person of ours writes belongs to their conversation too.
create or replace function conversation_of_intent() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (enrollment_id, lead_id)
    values (new.enrollment_id, (select lead_id from answers where id = new.answer_id));
  return null;
end
$$;
