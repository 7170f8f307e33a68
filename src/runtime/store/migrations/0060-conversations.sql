-- What a person and one of our accounts have written to each other, as the inbox lists it: docs/decisions/inbox-behind-the-ledger.md. The
-- words lie with events and intents; the first columns are read from those again whenever they change, and the rest is what people of ours say of it.
create table conversations (
  id text primary key,
  lead_id text not null references leads (id) on delete cascade,
  account_id text not null,
  -- The person was merged with an older one who has a conversation on this account too.
  merged_into text references conversations (id) on delete cascade,

  channels text[] not null,
  -- The campaigns whose steps have written to the person, on any account.
  campaign_ids text[] not null,
  messages int not null,
  -- Of these the ones that the person wrote, not counting what a machine answered for them.
  received int not null,
  last_id text not null,
  last_at timestamptz not null,
  last_by text not null check (last_by in ('them', 'us')),
  last_channel text not null,
  last_subject text,
  -- The beginning of it.
  last_text text not null,
  last_automatic boolean not null,
  waiting_for text check (waiting_for in ('them', 'us')),
  waiting_since timestamptz,
  -- What it is found by: the words of both sides, the person's name, company and addresses.
  words tsvector not null,
  created_at timestamptz not null,

  state text not null check (state in ('open', 'snoozed', 'done')),
  snoozed_until timestamptz check ((snoozed_until is not null) = (state = 'snoozed')),
  -- How many messages of the person nobody has read yet.
  unread int not null,
  assignee text,
  label text,
  unique (lead_id, account_id)
);
create index conversations_newest on conversations (last_at, id) where merged_into is null;
create index conversations_merged on conversations (merged_into) where merged_into is not null;
create index conversations_found on conversations using gin (words) with (fastupdate = off);

-- Whose conversations have changed: written with the change itself, whoever writes it, and taken by the loop that reads them again.
create table conversation_changes (
  id bigint generated always as identity primary key,
  lead_id text,
  -- Where only the enrollment is at hand, it tells the person.
  enrollment_id text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function conversation_of_event() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (lead_id)
    select lead_id from unnest(array[old.lead_id, new.lead_id]) as of (lead_id) where lead_id is not null group by lead_id;
  return null;
end
$$;
create trigger event_in_conversation after update on events for each row
  -- One that is read again is pending in between, and belongs to the same person until it is known whose it is.
  when (old.lead_id is distinct from new.lead_id
        or (new.lead_id is not null and new.state <> old.state and new.state <> 'pending'))
  execute function conversation_of_event();

create function conversation_of_intent() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (enrollment_id) values (new.enrollment_id);
  return null;
end
$$;
create trigger intent_in_conversation after update on intents for each row
  when ((new.state = 'done') <> (old.state = 'done') and new.action in ('send', 'invite'))
  execute function conversation_of_intent();

-- A merge moves enrollments, and with them what their steps have written.
create function conversation_of_enrollment() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (lead_id) select lead_id from unnest(array[old.lead_id, new.lead_id]) as of (lead_id) where lead_id is not null;
  return null;
end
$$;
create trigger enrollment_in_conversation after update on enrollments for each row
  when (old.lead_id is distinct from new.lead_id)
  execute function conversation_of_enrollment();

-- Conversations are found by the person's name too. A merge says where a person's conversations are to go.
create function conversation_of_lead() returns trigger language plpgsql as $$
begin
  insert into conversation_changes (lead_id) select new.id where exists (select from conversations where lead_id = new.id);
  return null;
end
$$;
create trigger lead_in_conversation after update on leads for each row
  when ((old.first_name, old.last_name, old.company, old.email, old.merged_into)
        is distinct from (new.first_name, new.last_name, new.company, new.email, new.merged_into))
  execute function conversation_of_lead();

insert into conversation_changes (lead_id)
  select lead_id from events where lead_id is not null and state = 'matched'
  union
  select e.lead_id from intents i join enrollments e on e.id = i.enrollment_id
   where i.state = 'done' and i.action in ('send', 'invite') and e.lead_id is not null;
