-- How much of a shared account's places a campaign gets against the others.
alter table campaigns add column weight int not null default 1 check (weight between 1 and 100);

-- When its workflow was told to start. Empty: it is only a row, and nobody but this database knows of it.
alter table enrollments add column started_at timestamptz;
update enrollments set started_at = created_at;
