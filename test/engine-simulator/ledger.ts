/**
 * The ledger of what was committed, in the order of the row locks. Triggers write it, so no mistake of the engine can leave anything out; their conditions tell apart what
 * is of no interest, without a call of a function. It stands apart from the engine's tables, or an erasure would empty it.
 */
export const LEDGER = `
create schema sim;
create unlogged table sim.log (
  seq bigint generated always as identity, kind text not null, id text not null, enrollment_id text, note text,
  lead_id text, wall timestamptz
);
create function public.sim_intent() returns trigger language plpgsql as $$ begin
  insert into sim.log (kind, id, enrollment_id, note, lead_id, wall)
    select 'intent', new.key, new.enrollment_id, (new.request ? 'first')::text, (select lead_id from enrollments where id = new.enrollment_id), new.wall_created_at;
  return null;
end $$;
create trigger sim_intent after insert on intents for each row when (new.state = 'sent') execute function public.sim_intent();
create trigger sim_intent_again after update on intents for each row
  when (new.state = 'sent' and (new.wall_created_at is distinct from old.wall_created_at or new.request is distinct from old.request))
  execute function public.sim_intent();
create function public.sim_outcome() returns trigger language plpgsql as $$ begin
  insert into sim.log (kind, id, enrollment_id, note) values ('outcome', new.key, new.enrollment_id, new.state);
  return null;
end $$;
create trigger sim_outcome after update on intents for each row
  when (new.state <> old.state and (new.state <> 'sent' or (new.wall_created_at is not distinct from old.wall_created_at and new.request is not distinct from old.request)))
  execute function public.sim_outcome();
create function public.sim_event() returns trigger language plpgsql as $$ begin
  if new.decided is distinct from old.decided then
    insert into sim.log (kind, id, note) values ('said', new.event_id, new.decided ->> 'as');
  end if;
  if new.state is distinct from old.state or new.state = 'matched' then
    insert into sim.log (kind, id, note) values ('event', new.event_id, new.state);
  end if;
  return null;
end $$;
create trigger sim_event after update of state on events for each row
  when (new.decided is distinct from old.decided or new.state is distinct from old.state or new.state = 'matched')
  execute function public.sim_event();
create function public.sim_doubt() returns trigger language plpgsql as $$ begin
  insert into sim.log (kind, id, enrollment_id) values ('doubt', new.event_id, new.enrollment_id);
  return null;
end $$;
create trigger sim_doubt after insert on tasks for each row when (new.kind = 'unclear_reply') execute function public.sim_doubt();
create function public.sim_enrollment() returns trigger language plpgsql as $$ begin
  insert into sim.log (kind, id, enrollment_id, note) values ('stop', coalesce(new.stop_event_id, ''), new.id, new.stop_outcome);
  return null;
end $$;
create function public.sim_answer() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into sim.log (kind, id, note) values ('answer_to', new.id, new.lead_id); end if;
  if tg_op = 'INSERT' or new.state is distinct from old.state then
    insert into sim.log (kind, id, note) values ('answer', new.id, new.state);
  end if;
  return null;
end $$;
create trigger sim_answer after insert or update on answers for each row execute function public.sim_answer();
create function public.sim_presence() returns trigger language plpgsql as $$ declare said presences := coalesce(new, old); begin
  insert into sim.log (kind, id, lead_id, wall)
    values ('presence', said.who || ' ' || said.account_id, said.lead_id, case when tg_op <> 'DELETE' and said.status = 'writing' then said.wall_until end);
  return null;
end $$;
create trigger sim_presence after insert or update or delete on presences for each row execute function public.sim_presence();
create function public.sim_suppression() returns trigger language plpgsql as $$ begin
  insert into sim.log (kind, id, note) values ('suppressed', coalesce(new.person_entry, new.id), new.value);
  return null;
end $$;
create trigger sim_suppression after insert or update of id on suppressions for each row execute function public.sim_suppression();
create function public.sim_erasure() returns trigger language plpgsql as $$ begin
  insert into sim.log (kind, id, enrollment_id) select 'erased', new.id, erased from unnest(new.enrollments) as erased;
  insert into sim.log (kind, id, note) select 'erased', new.id, erased from unnest(new.leads) as erased;
  return null;
end $$;
create trigger sim_erasure after insert on erasures for each row execute function public.sim_erasure();
create trigger sim_enrollment after update on enrollments for each row
  when (new.stop_outcome is distinct from old.stop_outcome or new.stop_event_id is distinct from old.stop_event_id)
  execute function public.sim_enrollment();
`;
