-- The log of a V2 service without keys has more calls of an account than the ledger: whose they were nobody can tell, nor whom they were for.
alter table unowned_calls add column of_anybody boolean not null default false;

-- Steps of which it was asked whether they were one of those calls.
create table weighed_calls (
  -- The intent of the step.
  intent text primary key,
  account_id text not null references accounts (id),
  action text not null,
  -- Of the call. An intent of another time is of a call that the step has made itself since, for it was none of them.
  at timestamptz not null,
  -- Once the step is done, it was one of them. False: it counts as done because it may have been.
  explains boolean not null
);
create index weighed_calls_of_account on weighed_calls (account_id, action);
