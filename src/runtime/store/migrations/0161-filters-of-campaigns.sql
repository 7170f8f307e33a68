-- A filter that fits few must not look at all of them, newest first.
create index campaigns_of_sequence on campaigns (sequence, id);
create index campaigns_of_status on campaigns (status, id);
