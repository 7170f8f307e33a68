-- Folders that a person made, because their filters may move a reply there. They are watched and indexed from then on; older mails are not.
alter table mail_folders drop constraint mail_folders_role_check;
alter table mail_folders add check (role in ('inbox', 'sent', 'archive', 'trash', 'junk', 'other'));

-- Lease: the process that watches a mailbox, and until when unless it renews. By the clock of the database.
create table mail_watches (
  account_id text primary key references accounts on delete cascade,
  process_id text not null,
  wall_until timestamptz not null
);
