-- Outside of a transaction.
-- Who of an account's people has answered: few of many, whom a list would look for from the newest to the oldest where there are none.
drop index concurrently if exists enrollments_answered_professional;
create index concurrently enrollments_answered_professional on enrollments ((senders ->> 'professional'), id)
 where replied_at is not null and senders ->> 'professional' is not null;
drop index concurrently if exists enrollments_answered_email;
create index concurrently enrollments_answered_email on enrollments ((senders ->> 'email'), id)
 where replied_at is not null and senders ->> 'email' is not null;
drop index concurrently if exists enrollments_answered_messenger;
create index concurrently enrollments_answered_messenger on enrollments ((senders ->> 'messenger'), id)
 where replied_at is not null and senders ->> 'messenger' is not null;
