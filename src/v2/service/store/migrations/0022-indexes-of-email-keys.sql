-- Outside of a transaction.
drop index concurrently if exists accounts_email_key;
create index concurrently accounts_email_key on accounts (user_id, email_key);
drop index concurrently if exists sandbox_people_email_key;
create index concurrently sandbox_people_email_key on sandbox_people (user_id, email_key);
drop index concurrently if exists sandbox_received_by_address;
create index concurrently sandbox_received_by_address on sandbox_received (user_id, address, position) where address is not null;
