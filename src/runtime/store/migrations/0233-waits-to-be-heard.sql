-- The time of a `wait_for` is over, and one of these accounts has not been heard up to then: it is asked again as soon as they have.
create table unheard_waits (
  enrollment_id text primary key references enrollments (id),
  -- Virtual time.
  deadline timestamptz not null,
  account_ids text[] not null
);
