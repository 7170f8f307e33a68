-- Calls of ours by the log of the V2 service, of enrollments and answers that a backup which was put back does not have.
create table unowned_calls (
  -- Of the intent that it had.
  key text primary key,
  account_id text not null references accounts (id),
  action text not null,
  at timestamptz not null,
  -- `kind:value`, whom it was for; null: nobody can tell.
  name text,
  -- The step that may have been this one, of which a person says so: an intent's key.
  met_by text
);
create index unowned_calls_open on unowned_calls (name) where met_by is null;

-- The slot that such a call used belongs to nobody who is known here. Its `node` is the key of the call.
alter table slots drop constraint slots_of_one;
alter table slots add constraint slots_of_one check (num_nonnulls(enrollment_id, answer_id) <= 1) not valid;

-- Walks are looked at after that, by the wall, before the account sends again.
alter table accounts add column wall_behind_since timestamptz;
