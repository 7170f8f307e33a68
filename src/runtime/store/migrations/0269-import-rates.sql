-- How many rows of its source whoever imports has looked at each second, and when that was last said, wall time.
alter table campaigns add column import_rate real, add column wall_rated_at timestamptz;
