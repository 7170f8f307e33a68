-- When a mail was sent or received in virtual time, which in a demo runs faster than the clocks of the mail servers. Lists, events and
-- searches by date use it; the order of mails stays that of their servers.

alter table mails add column world_at timestamptz;
update mails set world_at = at;
alter table mails alter column world_at set not null;
