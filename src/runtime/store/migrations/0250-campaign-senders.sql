-- The accounts from which the people of a campaign are written to, by channel, in place of those that its sequence names. Empty: as the sequence says.
alter table campaigns add column senders jsonb not null default '{}';
