-- Where a field of a person comes from that a step has found: {email: {value, from, at}}. It holds as long as the field has this value.
alter table leads add column origins jsonb not null default '{}';
