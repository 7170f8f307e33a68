-- Every key that this installation ever had, sealed with the newest one. What an older key encrypted stays readable, and a process whose
-- key does not open this table has the wrong key.
create table secret_keys (
  number int generated always as identity primary key,
  key_id text not null unique,
  sealed text not null,
  sealed_by text not null
);
