-- How long words and lines are kept, in days of virtual time. A row that is absent: for good.
create table retention (
  what text primary key check (what in ('messages', 'timelines', 'events', 'logs')),
  days int not null check (days between 1 and 36500),
  set_at timestamptz not null,
  -- How far the present pass is; empty: it begins.
  cursor text not null default '',
  wall_due_at timestamptz not null default now()
);

-- What is left of an erased call says whether the service refused it: an audit counts by that.
create or replace function keep_erased() returns trigger language plpgsql as $$
begin
  new.request := old.request;
  new.response := case when new.response ? 'refused' then jsonb_build_object('refused', new.response -> 'refused') end;
  new.error_text := null;
  new.result := null;
  return new;
end
$$;
