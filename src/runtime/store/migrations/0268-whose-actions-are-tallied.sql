-- Whether the amounts say what was done to the people of the campaign from its beginning. Of those that were there before, the worker counts it once, one after the other.
alter table campaigns add column actions_tallied boolean not null default false;
alter table campaigns alter column actions_tallied set default true;
