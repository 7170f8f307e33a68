-- Pauses and stops by a person of more than one enrollment. `target` is empty when it is for all.
create table holds (
  scope text not null check (scope in ('all', 'account', 'campaign', 'sequence')),
  target text not null,
  -- stopped: enrollments that existed at `at` end; later ones wait until it is lifted.
  state text not null check (state in ('paused', 'stopped')),
  note text,
  at timestamptz not null,
  primary key (scope, target)
);

-- The pause or stop that counts for an enrollment, if any. The shared lock and the read are two statements on purpose: the second one
-- sees whatever was committed before the lock was granted, so nothing slips through beside one that is being written. Whoever writes
-- one takes the same lock exclusively, and so waits for all who looked before.
create function read_hold(one_enrollment text, its_accounts text[], its_campaign text, its_sequence text)
returns table (scope text, target text, state text, note text, at timestamptz)
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(4400, 16);
  return query
    select h.scope, h.target,
           case when h.state = 'stopped' and e.created_at <= h.at then 'stopped' else 'paused' end, h.note, h.at
      from holds h left join enrollments e on e.id = one_enrollment
     where (h.scope, h.target) = ('all', '') or (h.scope = 'account' and h.target = any (its_accounts))
        or (h.scope = 'campaign' and h.target = its_campaign) or (h.scope = 'sequence' and h.target = its_sequence)
     order by h.state = 'stopped' and e.created_at <= h.at desc nulls last,
              array_position(array['all', 'account', 'campaign', 'sequence'], h.scope), h.target
     limit 1;
end
$$;

alter table enrollments
  -- A person has paused it. `status` is what the walk last reported; it may not yet know of the pause or of the resume.
  add column paused boolean not null default false,
  -- A pause turned a step away, which now waits without a deadline: whoever lifts the pause wakes it.
  add column held boolean not null default false,
  -- What a person asked of one visit of a step: {id, node, visit, do: skip | retry | reschedule, until}. Read in the transaction of
  -- the intent, so it takes effect with its commit, whenever the walk hears of it.
  add column told jsonb;
update enrollments set paused = true where status = 'paused';
create index enrollments_held on enrollments (id) where held;

-- Signals to many wait behind the signals for something that just happened.
alter table outbox add column lane text not null default 'now' check (lane in ('now', 'bulk'));
create index outbox_now on outbox (wall_due_at, id) where lane = 'now';
create index outbox_bulk on outbox (wall_due_at, id) where lane = 'bulk';

-- One action on many enrollments: executed in parts, and continued by whoever finds it unfinished.
create table control_jobs (
  id text primary key,
  action text not null,
  filter jsonb not null,
  -- The argument of the action, such as the time of a reschedule.
  given jsonb not null default '{}',
  note text,
  matched int not null,
  -- The last enrollment that was processed.
  cursor text not null default '',
  done int not null default 0,
  -- Code of the refusal → how many.
  refused jsonb not null default '{}',
  status text not null default 'running' check (status in ('running', 'done')),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index control_jobs_running on control_jobs (created_at) where status = 'running';
