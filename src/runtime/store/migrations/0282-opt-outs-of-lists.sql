-- A list may say of a row not to contact its person. Such rows behind `opt_outs_after` are still to be put on the do-not-contact list; null: none is left, or the list says it of nobody.
alter table campaigns add column opt_outs_after bigint;
-- The people of rows that were looked at: those whom an entry was made for, those who were on the list already, and those of whom no name can be read.
alter table campaigns add column opt_outs_added int not null default 0;
alter table campaigns add column opt_outs_present int not null default 0;
alter table campaigns add column opt_outs_nameless int not null default 0;
