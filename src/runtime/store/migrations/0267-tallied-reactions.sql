-- Who has accepted counts from when their walk has begun, and who has replied at once. No row is looked at for which nothing of it changes.
create function tally_reactions() returns trigger language plpgsql as $$
begin
  insert into campaign_tallies (campaign_id, what, name, amount)
  select new.campaign_id, what, '', more
    from (values
      ('accepted', (new.started_at is not null and new.accepted_at is not null)::int - (old.started_at is not null and old.accepted_at is not null)::int),
      ('replied', (new.replied_at is not null)::int - (old.replied_at is not null)::int)) as t (what, more)
   where more <> 0;
  return null;
end
$$;
create trigger reactions_tallied after update on enrollments for each row
  when (new.campaign_id is not null
        and ((new.started_at is not null and new.accepted_at is not null) <> (old.started_at is not null and old.accepted_at is not null)
          or (new.replied_at is null) <> (old.replied_at is null)))
  execute function tally_reactions();
create trigger new_reactions_tallied after insert on enrollments for each row
  when (new.campaign_id is not null and (new.accepted_at is not null or new.replied_at is not null))
  execute function tally_reactions();
