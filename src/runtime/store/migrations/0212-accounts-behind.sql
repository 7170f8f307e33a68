-- The log of the V2 service has calls of ours that the ledger has forgotten, as after a backup was put back: nothing is sent from the account until they are read back.
alter table accounts add column behind_since timestamptz, add column behind_calls int;
