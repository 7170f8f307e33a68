-- Of what has two frequent words, few may be unread, as few may be open: with both among the words, the index alone finds that out, and no row is
-- read for it. No word begins with "=".
drop index conversations_found;
create index conversations_found on conversations
  using gin ((words || array_to_tsvector(array['=' || state, case when unread > 0 then '=unread' else '=read' end]))) with (fastupdate = off);
