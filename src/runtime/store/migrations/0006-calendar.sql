-- The limit that keeps a step from its slot, as the calendar counted it: the detail behind `waiting_text`.
alter table enrollments add column waiting_detail jsonb;

-- The network profile that a person chose; null: the one that fits the account's record.
alter table accounts add column profile text;
