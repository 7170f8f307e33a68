-- Whether what a list says of people who are in the sequence already replaces what is known of them.
alter table campaigns add column updates boolean not null default false;
