-- The files of messages, whatever the channel, and the messenger's chats. All times are virtual time.

create table attachments (
  position bigint generated always as identity primary key,
  asset_urn text not null unique,
  account_id text not null references accounts on delete cascade,
  conversation_id text not null,
  message_id text not null,
  type text not null check (type in ('image', 'file', 'audio', 'video', 'gif', 'unknown')),
  name text not null,
  mime_type text not null,
  byte_size integer not null,
  -- Duration of audio and video; null when the file does not say.
  duration_ms integer,
  voice_message boolean not null,
  -- The network's own URL, which needs the account's session.
  url text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index attachments_message on attachments (account_id, message_id);
-- Stored uncompressed, because files are usually compressed already.
alter table attachments alter column bytes set storage external;

-- A message may have files and no text, and may answer another message.
alter table sandbox_messages drop constraint sandbox_messages_message_type_check;
alter table sandbox_messages add constraint sandbox_messages_message_type_check
  check (message_type in ('TEXT', 'MEDIA', 'SYSTEM', 'INMAIL', 'MESSAGE', 'INMAIL_ACCEPT', 'INMAIL_DECLINE'));
alter table sandbox_messages add column quoted_message_id text;

alter table sandbox_conversations drop constraint sandbox_conversations_inbox_check;
alter table sandbox_conversations add constraint sandbox_conversations_inbox_check
  check (inbox in ('classic', 'premium_navigator', 'messenger'));

create index sandbox_people_phone on sandbox_people (user_id, regexp_replace(phone_number, '\D', '', 'g'));
