-- Names in an event (`kind:value`) that belonged to no known person when it was read. When one is learned, the event is pending again.
alter table events add column keys text[] not null default '{}';
create index events_waiting_for_a_name on events using gin (keys) where keys <> '{}';

-- Signals of one enrollment are sent in order, after its start.
create index outbox_in_order on outbox (target_id, id);

-- Which candidates or rows a campaign did not enroll, and why: `{"<row>": "<code>"}`. By row, so that a repeat counts once.
alter table campaigns add column refusals jsonb not null default '{}';

-- A reply by email names the mail that it answers.
create index intents_by_message on intents ((response #>> '{data,message_id}')) where limit_class = 'email';
