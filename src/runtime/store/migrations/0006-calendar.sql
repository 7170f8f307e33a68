-- What keeps a step from its place, as the calendar counted it: the detail behind `waiting_text`.
alter table enrollments add column waiting_detail jsonb;

-- The network profile that a person chose; empty: what the account's record tells.
alter table accounts add column profile text;
