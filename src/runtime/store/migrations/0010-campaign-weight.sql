-- The campaign's share of the slots of a shared account, relative to other campaigns.
alter table campaigns add column weight int not null default 1 check (weight between 1 and 100);

-- When its workflow was told to start. Null: it is only a row in this database, and Temporal does not know of it.
alter table enrollments add column started_at timestamptz;
update enrollments set started_at = created_at;
