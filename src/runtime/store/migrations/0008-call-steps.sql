-- Whether the person has a premium account at the network; null until an answer said so.
alter table leads add column premium boolean;

-- How many slots of its class a row takes: one, or one for every credit that the step may cost.
alter table slots add column amount int not null default 1;

-- The lead's last message, for a message that quotes it.
create index messages_of_lead on events (lead_id, occurred_at desc) where lead_id is not null and type = 'message';
