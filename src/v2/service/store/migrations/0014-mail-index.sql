-- An index of the mails of real mailboxes: enough to list them, group them into threads, find them and report each once without asking
-- their server. The mails themselves stay on the server. Times are wall time, because they are the mails' own.

create table mail_folders (
  folder_id bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  path text not null,
  role text not null check (role in ('inbox', 'sent', 'archive', 'trash', 'junk')),
  uid_validity bigint not null,
  -- Mails from `low_uid` to `high_uid` (both inclusive) are indexed: from the newest down, a piece at a time. low_uid 1: all are indexed.
  low_uid bigint not null,
  high_uid bigint not null,
  -- The folder's figures when it was last compared: if they are the same again, nothing has changed.
  exists_then integer not null default 0,
  modseq_then bigint,
  -- No event is made for a mail that arrived before this time.
  watched_from timestamptz not null,
  -- The server gave the mails new UIDs: the folder is read once more, and mails that were never reported are.
  reread boolean not null default false,
  unique (account_id, path)
);

create table mails (
  mail_id text primary key,
  account_id text not null references accounts on delete cascade,
  -- Digest of Message-ID, sender and date: identifies a mail for good, in whatever folder it is.
  identity text not null,
  -- With its angle brackets; derived from the identity when the mail has none.
  message_id text not null,
  in_reply_to text,
  -- Oldest first.
  reference_ids text[] not null,
  thread_id text not null,
  -- It is in the sent folder.
  outgoing boolean not null,
  from_name text not null,
  from_email text not null,
  to_name text not null,
  to_email text not null,
  -- Every address in its headers, lowercase.
  recipients text[] not null,
  subject text not null,
  -- Matches a mail without references to its thread: the subject without prefixes, and who wrote to whom.
  thread_key text not null,
  is_answer boolean not null,
  -- Its attachments by the structure of the mail: number of the part, name, type, encoding and size.
  files jsonb not null,
  is_bounce boolean not null default false,
  -- For a sent mail: its thread was archived, and nobody has answered since.
  archived boolean not null default false,
  at timestamptz not null,
  -- The order of lists: seconds and UID, so that mails of the same second keep their order of arrival.
  position bigint not null,
  -- The folder that counts (see `mail_places`); null: it is in no known folder.
  role text,
  unread boolean not null default false,
  unique (account_id, identity)
);
create index mails_account on mails (account_id, position desc, mail_id desc) where role is not null;
create index mails_thread on mails (account_id, thread_id, position desc);
create index mails_message on mails (account_id, message_id);
create index mails_thread_key on mails (account_id, thread_key, at desc) where thread_key <> '';
create index mails_unread on mails (account_id, role) where unread;

-- The folders that a mail is in: some servers show one mail in several folders.
create table mail_places (
  folder_id bigint not null references mail_folders on delete cascade,
  uid bigint not null,
  mail_id text not null references mails on delete cascade,
  unread boolean not null,
  primary key (folder_id, uid)
);
create index mail_places_mail on mail_places (mail_id);

-- The thread of a Message-ID, even of a mail that was never seen and is only mentioned.
create table mail_threads (
  account_id text not null references accounts on delete cascade,
  message_id text not null,
  thread_id text not null,
  primary key (account_id, message_id)
);
create index mail_threads_thread on mail_threads (account_id, thread_id);
-- Two threads turned out to be one: the other id, which clients may have, still finds it.
create table merged_mail_threads (
  account_id text not null references accounts on delete cascade,
  thread_id text not null,
  into_thread_id text not null,
  primary key (account_id, thread_id)
);
