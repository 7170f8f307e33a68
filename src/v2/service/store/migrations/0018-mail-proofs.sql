-- The process that files the copy. Of one that is not seen any more nothing is to be waited for.
alter table mail_copies add column claimed_by text;

-- What came into the mailbox shows that the mail went out, although the answer to its final dot was lost.
alter table mail_sends add column proof text;
create index mail_sends_proven on mail_sends (send_id) where proof is not null and state in ('handed_over', 'unknown');
