-- The sandbox: people who exist per owner, and what the owner's accounts did to them. All times are virtual time.

create table sandbox_worlds (
  user_id text primary key references users on delete cascade,
  seed integer not null,
  created_at timestamptz not null
);

create table sandbox_companies (
  user_id text not null references users on delete cascade,
  public_identifier text not null,
  name text not null,
  domain text not null,
  industry text not null,
  size text not null,
  headquarters text not null,
  description text not null,
  primary key (user_id, public_identifier)
);

create table sandbox_people (
  person_id integer generated always as identity primary key,
  user_id text not null references users on delete cascade,
  -- The slug of the profile's URL, lowercase.
  public_identifier text not null,
  -- The id in id-based URLs, which events carry.
  member_id text not null,
  -- The id by which premium seats know the person.
  lead_id text not null,
  first_name text not null,
  last_name text not null,
  headline text not null,
  location text not null,
  industry text not null,
  summary text not null,
  company text,
  company_domain text,
  job_title text,
  -- 1: connected to every account of the owner from the start.
  degree smallint not null check (degree in (1, 2, 3)),
  open_profile boolean not null,
  premium boolean not null,
  profile_picture text not null,
  experiences jsonb not null,
  email text,
  phone_number text,
  inmail_restriction text not null check (inmail_restriction in ('NO_RESTRICTION', 'RESTRICTED')),
  behavior jsonb not null,
  created_at timestamptz not null,
  unique (user_id, public_identifier),
  unique (user_id, member_id),
  unique (user_id, lead_id)
);
create index sandbox_people_email on sandbox_people (user_id, lower(email));

create table sandbox_jobs (
  user_id text not null references users on delete cascade,
  job_id text not null,
  post jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, job_id)
);

create table sandbox_applications (
  user_id text not null,
  job_id text not null,
  application_id text not null,
  person_id integer not null references sandbox_people on delete cascade,
  rating text not null check (rating in ('UNRATED', 'GOOD_FIT', 'MAYBE', 'NOT_A_FIT')),
  rejected_at timestamptz,
  is_top_choice boolean not null,
  top_choice_message text not null,
  relevance integer not null,
  applied_at timestamptz not null,
  primary key (user_id, application_id),
  unique (user_id, job_id, person_id),
  foreign key (user_id, job_id) references sandbox_jobs on delete cascade
);

create index sandbox_applications_person on sandbox_applications (person_id);

-- What the network knows of an account. Its row is also the lock under which an account's limits are checked.
create table sandbox_seats (
  account_id text primary key references accounts on delete cascade,
  inmail_credits integer not null check (inmail_credits >= 0)
);

create table sandbox_connections (
  account_id text not null references accounts on delete cascade,
  person_id integer not null references sandbox_people on delete cascade,
  connected_at timestamptz not null,
  primary key (account_id, person_id)
);

create table sandbox_invitations (
  invitation_id integer generated always as identity (start with 7000001) primary key,
  account_id text not null references accounts on delete cascade,
  person_id integer not null references sandbox_people on delete cascade,
  direction text not null check (direction in ('sent', 'received')),
  state text not null default 'pending' check (state in ('pending', 'accepted', 'withdrawn')),
  note text,
  shared_secret text not null,
  sent_at timestamptz not null,
  ended_at timestamptz
);
create index sandbox_connections_person on sandbox_connections (person_id);
-- When two calls invite the same person at the same time, one wins.
create unique index sandbox_invitations_pending on sandbox_invitations (account_id, person_id) where state = 'pending';
create index sandbox_invitations_person on sandbox_invitations (person_id);
create index sandbox_invitations_account on sandbox_invitations (account_id, sent_at);

-- Classic and premium conversations have separate ids; neither can be read in the other inbox.
create table sandbox_conversations (
  conversation_id text primary key,
  account_id text not null references accounts on delete cascade,
  person_id integer not null references sandbox_people on delete cascade,
  inbox text not null check (inbox in ('classic', 'premium_navigator')),
  unread integer not null default 0,
  last_at timestamptz not null,
  unique (account_id, person_id, inbox)
);
create index sandbox_conversations_person on sandbox_conversations (person_id);
create index sandbox_conversations_account on sandbox_conversations (account_id, inbox, last_at desc, conversation_id desc);

create table sandbox_messages (
  position integer generated always as identity primary key,
  message_id text not null unique,
  conversation_id text not null references sandbox_conversations on delete cascade,
  outgoing boolean not null,
  message_type text not null check (message_type in ('TEXT', 'INMAIL', 'MESSAGE', 'INMAIL_ACCEPT', 'INMAIL_DECLINE')),
  subject text,
  text text not null,
  at timestamptz not null
);
create index sandbox_messages_conversation on sandbox_messages (conversation_id, position desc);

create table sandbox_mails (
  position integer generated always as identity primary key,
  mail_id text not null unique,
  account_id text not null references accounts on delete cascade,
  thread_id text not null,
  message_id text not null,
  in_reply_to text,
  reference_ids text[] not null,
  outgoing boolean not null,
  from_name text not null,
  from_email text not null,
  to_name text not null,
  to_email text not null,
  subject text not null,
  text text not null,
  html text,
  headers jsonb not null,
  unread boolean not null,
  is_bounce boolean not null default false,
  -- An outgoing mail that bounced.
  bounced boolean not null default false,
  at timestamptz not null,
  unique (account_id, message_id)
);
create index sandbox_mails_account on sandbox_mails (account_id, position desc);
create index sandbox_mails_thread on sandbox_mails (account_id, thread_id, position desc);

-- The ground truth that tests are judged by. It outlives the accounts, so it does not reference them.
create table sandbox_received (
  position integer generated always as identity primary key,
  user_id text not null references users on delete cascade,
  person_id integer references sandbox_people on delete cascade,
  -- Email only; the person is null when nobody in the sandbox has this address.
  address text,
  account_id text not null,
  kind text not null,
  at timestamptz not null,
  text text,
  subject text,
  html text,
  headers jsonb not null,
  attachments jsonb not null
);
create index sandbox_received_person on sandbox_received (person_id, position);
create index sandbox_received_address on sandbox_received (user_id, lower(address), position) where address is not null;

-- The agenda: what people are going to do by themselves, and when.
create table sandbox_agenda (
  entry_id integer generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  person_id integer not null references sandbox_people on delete cascade,
  due_at timestamptz not null,
  act jsonb not null,
  -- What the person reacts to, such as `invitation:7000001`: when that is undone, so is the reaction.
  cause text not null,
  -- Two causes of the same reaction get a single one.
  once text not null,
  attempts integer not null default 0,
  error text,
  unique (account_id, person_id, once)
);
create index sandbox_agenda_due on sandbox_agenda (due_at, entry_id) where error is null;
create index sandbox_agenda_person on sandbox_agenda (person_id);
create index sandbox_agenda_cause on sandbox_agenda (cause);

-- Events from the time when the account's session was lost: nobody saw them, so they are delivered when the session is back.
create table sandbox_unobserved (
  position integer generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  event jsonb not null
);
create index sandbox_unobserved_account on sandbox_unobserved (account_id, position);
