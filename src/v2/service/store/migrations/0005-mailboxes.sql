-- Mailboxes: where a mail lies, whom it was sent to, and whether it carries files.

alter table sandbox_mails add column folder text not null default 'inbox' check (folder in ('inbox', 'archive', 'trash'));
-- Everybody whom it was sent to (to, cc, bcc), lowercase.
alter table sandbox_mails add column recipients text[] not null default '{}';
alter table sandbox_mails add column has_attachments boolean not null default false;
update sandbox_mails set recipients = array[lower(to_email)];
