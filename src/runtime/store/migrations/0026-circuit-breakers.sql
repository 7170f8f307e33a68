-- Circuit breaker: steps that failed lately. A campaign or account most of whose last steps failed for the same reason pauses itself.
create table failed_steps (
  enrollment_id text not null references enrollments (id),
  node text not null,
  visit int not null,
  campaign_id text,
  -- The account of its call; null when no call was made.
  account_id text,
  code text not null,
  text text not null,
  at timestamptz not null,
  wall_at timestamptz not null default now(),
  primary key (enrollment_id, node, visit)
);
create index failed_steps_of_campaign on failed_steps (campaign_id, at desc) where campaign_id is not null;
create index failed_steps_of_account on failed_steps (account_id, at desc) where account_id is not null;

-- Paused by its own circuit breaker and not by a person; only a person resumes it.
alter table holds add column by_itself boolean not null default false;

drop function read_hold(text, text[], text, text);
create function read_hold(one_enrollment text, its_accounts text[], its_campaign text, its_sequence text)
returns table (scope text, target text, state text, note text, at timestamptz, by_itself boolean)
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(4400, 16);
  return query
    select h.scope, h.target,
           case when h.state = 'stopped' and e.created_at <= h.at then 'stopped' else 'paused' end, h.note, h.at, h.by_itself
      from holds h left join enrollments e on e.id = one_enrollment
     where (h.scope, h.target) = ('all', '') or (h.scope = 'account' and h.target = any (its_accounts))
        or (h.scope = 'campaign' and h.target = its_campaign) or (h.scope = 'sequence' and h.target = its_sequence)
     order by h.state = 'stopped' and e.created_at <= h.at desc nulls last,
              array_position(array['all', 'account', 'campaign', 'sequence'], h.scope), h.target
     limit 1;
end
$$;
