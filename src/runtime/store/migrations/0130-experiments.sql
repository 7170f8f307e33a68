-- A split with `optimize` divides new people by what its arms have brought. What is asked is part of the key: other arms, or another thing that they
-- are to bring, begin a new experiment.
create table experiments (
  id bigint generated always as identity primary key,
  sequence text not null,
  node text not null,
  -- What the arms are to bring, and their names, sorted.
  metric text not null,
  arms text[] not null,
  -- By arm, of those whose days are over: {"short": {"judged": 41, "successes": 8}}.
  tallies jsonb not null default '{}',
  -- Whether the arms differ is looked at once so many people are judged.
  look_at int not null default 10,
  winner text,
  decided_at timestamptz,
  unique (sequence, node, metric, arms)
);

-- Which arm a person took, and what was known then.
create table arm_choices (
  enrollment_id text not null references enrollments (id) on delete cascade,
  node text not null,
  experiment_id bigint not null references experiments (id),
  arm text not null,
  at timestamptz not null,
  -- By arm: its share of new people then, and the tallies that it follows from.
  shares jsonb not null,
  seen jsonb not null,
  -- When what came of it is looked at; null: it is judged, or nobody will contact them.
  look_at timestamptz,
  judged_at timestamptz,
  success boolean,
  primary key (enrollment_id, node),
  check ((judged_at is null) = (success is null))
);
-- Each assignment looks at those whose days are over since the last one, and at nobody else.
create index arm_choices_due on arm_choices (experiment_id, look_at) where look_at is not null;
create index arm_choices_judged on arm_choices (experiment_id, judged_at, enrollment_id) include (arm, success) where judged_at is not null;
create index arm_choices_taken on arm_choices (experiment_id, at);
