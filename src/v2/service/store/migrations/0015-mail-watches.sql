-- Folders that a person made: their filters may put an answer there. Watched, and indexed from then on; what lay there before is not.
alter table mail_folders drop constraint mail_folders_role_check;
alter table mail_folders add check (role in ('inbox', 'sent', 'archive', 'trash', 'junk', 'other'));

-- Which process of the service watches a mailbox, until when unless it says so again. By the clock of the database.
create table mail_watches (
  account_id text primary key references accounts on delete cascade,
  process_id text not null,
  wall_until timestamptz not null
);
