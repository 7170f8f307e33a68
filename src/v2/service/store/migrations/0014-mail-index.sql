-- What is known of the mails of real mailboxes without asking their server: enough to list, to put into threads, to find, and to tell
-- each once. The mails themselves stay where they are. Times are wall time: they are the mails' own.

create table mail_folders (
  folder_id bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  path text not null,
  role text not null check (role in ('inbox', 'sent', 'archive', 'trash', 'junk')),
  uid_validity bigint not null,
  -- Indexed are the mails from `low_uid` to `high_uid`, both inclusive: from the newest down, a piece at a time. 1: all are.
  low_uid bigint not null,
  high_uid bigint not null,
  -- How the folder was when it was last compared: the same again means that nothing changed.
  exists_then integer not null default 0,
  modseq_then bigint,
  -- A mail that came before is none that anybody has to be told of.
  watched_from timestamptz not null,
  -- The server gave its mails new UIDs: what lies in it is read once more, and told where it never was.
  reread boolean not null default false,
  unique (account_id, path)
);

create table mails (
  mail_id text primary key,
  account_id text not null references accounts on delete cascade,
  -- Digest of Message-ID, sender and date: what is one mail wherever it lies, and for ever.
  identity text not null,
  -- With its angle brackets; made up of the identity where the mail has none.
  message_id text not null,
  in_reply_to text,
  -- The oldest first.
  reference_ids text[] not null,
  thread_id text not null,
  -- Lies among the sent mails.
  outgoing boolean not null,
  from_name text not null,
  from_email text not null,
  to_name text not null,
  to_email text not null,
  -- Everybody whom its headers name, lowercase.
  recipients text[] not null,
  subject text not null,
  -- By which a mail without references finds its thread: the subject without its prefixes, and who wrote to whom.
  thread_key text not null,
  is_answer boolean not null,
  -- The files that it carries, as the structure of the mail tells: number of the part, name, type, encoding and size.
  files jsonb not null,
  is_bounce boolean not null default false,
  -- Of a sent mail: its thread was put into the archive, and nobody answered since.
  archived boolean not null default false,
  at timestamptz not null,
  -- The order of lists: seconds and UID, so that it is the order of arrival within a second too.
  position bigint not null,
  -- Of the place that counts (see `mail_places`); null: it lies in none that is known.
  role text,
  unread boolean not null default false,
  unique (account_id, identity)
);
create index mails_account on mails (account_id, position desc, mail_id desc) where role is not null;
create index mails_thread on mails (account_id, thread_id, position desc);
create index mails_message on mails (account_id, message_id);
create index mails_thread_key on mails (account_id, thread_key, at desc) where thread_key <> '';
create index mails_unread on mails (account_id, role) where unread;

-- Where a mail lies; some servers show one mail in several folders.
create table mail_places (
  folder_id bigint not null references mail_folders on delete cascade,
  uid bigint not null,
  mail_id text not null references mails on delete cascade,
  unread boolean not null,
  primary key (folder_id, uid)
);
create index mail_places_mail on mail_places (mail_id);

-- Which thread a Message-ID belongs to, also one of a mail that was never seen and is only mentioned.
create table mail_threads (
  account_id text not null references accounts on delete cascade,
  message_id text not null,
  thread_id text not null,
  primary key (account_id, message_id)
);
create index mail_threads_thread on mail_threads (account_id, thread_id);
-- Two threads turned out to be one: the id that was given out for the other still finds it.
create table merged_mail_threads (
  account_id text not null references accounts on delete cascade,
  thread_id text not null,
  into_thread_id text not null,
  primary key (account_id, thread_id)
);
