-- The person on the other side of our conversation, named `<account>/<conversation>`: a reply may carry no other name that we know.
alter table identities drop constraint identities_kind_check;
alter table identities add constraint identities_kind_check
  check (kind in ('slug', 'profile_id', 'urn', 'email', 'phone', 'conversation'));

insert into identities (kind, value, lead_id)
  select 'conversation', account_id || '/' || conversation_id, lead_id from relations where conversation_id is not null
  union all
  select 'conversation', account_id || '/' || premium_conversation_id, lead_id from relations
   where premium_conversation_id is not null
  on conflict do nothing;
