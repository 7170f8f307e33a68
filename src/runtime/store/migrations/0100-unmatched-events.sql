-- The metrics count the events of unknown people, which must not read all events for it.
create index events_unmatched on events (received_at) where state = 'unmatched';
