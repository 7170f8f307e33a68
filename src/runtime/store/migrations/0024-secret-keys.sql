-- Every key that this installation ever had, sealed with the newest one: a process whose key does not open it has the wrong key, and
-- what an older key encrypted stays readable.
create table secret_keys (
  number int generated always as identity primary key,
  key_id text not null unique,
  sealed text not null,
  sealed_by text not null
);
