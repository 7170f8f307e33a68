-- The words of an event are purged once, and are not looked for again by each pass.
alter table events add column forgotten boolean not null default false;
