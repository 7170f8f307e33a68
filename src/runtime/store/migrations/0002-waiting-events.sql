-- The names in an event (`kind:value`) that nobody was known by when it was read: learning one of them makes it pending again.
alter table events add column keys text[] not null default '{}';
create index events_waiting_for_a_name on events using gin (keys) where keys <> '{}';

-- Signals of one enrollment are told in order, after its start.
create index outbox_in_order on outbox (target_id, id);

-- Which candidates or rows a campaign did not enroll, and why: `{"<row>": "<code>"}`. By row, so that a repeat counts once.
alter table campaigns add column refusals jsonb not null default '{}';

-- An answer by email names the mail it answers.
create index intents_by_message on intents ((response #>> '{data,message_id}')) where limit_class = 'email';
