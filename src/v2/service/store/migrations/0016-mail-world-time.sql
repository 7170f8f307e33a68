-- When a mail was sent or came in the service's own time, which a demo's clock runs through faster than the mail servers' clocks do:
-- what lists, events and searches by date tell. The order of mails stays that of their servers.

alter table mails add column world_at timestamptz;
update mails set world_at = at;
alter table mails alter column world_at set not null;
