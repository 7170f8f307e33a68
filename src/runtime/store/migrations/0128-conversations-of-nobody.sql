-- What nobody has taken on yet, and whose turn it is: a filter that fits few of them must not look at all that are open.
create index conversations_unassigned on conversations (state, waiting_for, last_at, id) where merged_into is null and assignee is null;
