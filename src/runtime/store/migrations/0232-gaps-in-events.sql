-- Until when the events of an account have been heard, virtual time. Null: nobody has listened to it yet.
alter table accounts add column heard_until timestamptz,
  -- Events may be missing from then on: nothing is sent from the account until its inbox has been searched. Null: none are.
  add column gap_since timestamptz, add column gap_reason text,
  -- Up to then it has been searched, and what was found is about to be ingested.
  add column gap_searched_until timestamptz,
  -- Why the search cannot go on now.
  add column gap_waits text,
  -- What searches have cost since then: their budget is that of a day.
  add column searches_since timestamptz, add column searches_credits int not null default 0;
-- Up to the last look at an account that has a webhook of ours.
update accounts set heard_until = updated_at where id in (select account_id from subscriptions);
-- How often it was asked for: whoever ends a search has to know all that it was for. Conversations up to `read_until` have been read.
alter table reconciliations add column asked int not null default 1, add column read_until timestamptz;
