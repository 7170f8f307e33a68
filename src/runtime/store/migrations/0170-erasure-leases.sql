-- Whoever works on it, until `wall_due_at`. Who has lost it, because somebody took them for dead, neither puts off what the other does next nor
-- writes over it.
alter table erasures add column lease text;
alter table erasure_checks add column lease text;
