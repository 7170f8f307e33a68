-- A person is counted once for each class, however many calls of it were made: with the first that is done, whoever writes it. `more`: by how many the person's calls of the
-- class are more now than before the statement. One look for all of its rows.
create function tally_changed_calls() returns trigger language plpgsql as $$
begin
  if exists (select from after_rows where state = 'done') or exists (select from before_rows where state = 'done') then
    insert into campaign_tallies (campaign_id, what, name, amount)
    select e.campaign_id, 'acted', c.limit_class, sum((done.calls > 0)::int - (done.calls > c.more)::int)
      from (select enrollment_id, limit_class, sum(one)::int as more
              from (select enrollment_id, limit_class, 1 as one from after_rows where state = 'done'
                    union all select enrollment_id, limit_class, -1 from before_rows where state = 'done') as changed
             where limit_class in ('visit', 'invite', 'message', 'inmail', 'email') group by 1, 2 having sum(one) <> 0) as c
      join enrollments e on e.id = c.enrollment_id and e.campaign_id is not null,
           lateral (select count(*)::int as calls from intents i
                     where i.enrollment_id = c.enrollment_id and i.limit_class = c.limit_class and i.state = 'done') as done
     group by 1, 3 having sum((done.calls > 0)::int - (done.calls > c.more)::int) <> 0;
  end if;
  return null;
end
$$;
create trigger changed_calls_tallied after update on intents
  referencing old table as before_rows new table as after_rows for each statement execute function tally_changed_calls();

-- A call is written before it is made, so one that is done at once was written by other hands than the engine's.
create function tally_new_calls() returns trigger language plpgsql as $$
begin
  if exists (select from after_rows where state = 'done') then
    insert into campaign_tallies (campaign_id, what, name, amount)
    select e.campaign_id, 'acted', c.limit_class, sum((done.calls > 0)::int - (done.calls > c.more)::int)
      from (select enrollment_id, limit_class, count(*)::int as more from after_rows
             where state = 'done' and limit_class in ('visit', 'invite', 'message', 'inmail', 'email') group by 1, 2) as c
      join enrollments e on e.id = c.enrollment_id and e.campaign_id is not null,
           lateral (select count(*)::int as calls from intents i
                     where i.enrollment_id = c.enrollment_id and i.limit_class = c.limit_class and i.state = 'done') as done
     group by 1, 3 having sum((done.calls > 0)::int - (done.calls > c.more)::int) <> 0;
  end if;
  return null;
end
$$;
create trigger new_calls_tallied after insert on intents
  referencing new table as after_rows for each statement execute function tally_new_calls();
