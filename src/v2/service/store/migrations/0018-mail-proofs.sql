-- The process that files the copy; one that has not been seen for a while is not waited for.
alter table mail_copies add column claimed_by text;

-- A mail that arrived proves that this one was sent, although the answer to its final dot was lost.
alter table mail_sends add column proof text;
create index mail_sends_proven on mail_sends (send_id) where proof is not null and state in ('handed_over', 'unknown');
