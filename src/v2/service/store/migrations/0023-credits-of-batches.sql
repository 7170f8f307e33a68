-- Calls that share a transaction charge more than the 2 credits of one that locks the balance together with others, so that such a transaction waited for
-- all others of its owner, and they for it. Up to 50 it may share the lock too. Of these there are 4 of an owner at most, each with a number of its own that
-- it holds: what all that run at once could charge is still known, and little.
create or replace function hold_credits(p_user text, p_wanted integer, out balance integer, out unlimited boolean, out exact boolean)
language plpgsql as $$
declare
  batches constant integer := 4;
  most_of_batch constant integer := 50;
  -- There are no more transactions than connections, and each that shares the lock takes at most 2, or has one of the numbers.
  enough constant integer := 2 * current_setting('max_connections')::integer + batches * most_of_batch;
  key constant bigint := hashtextextended(p_user, 4402);
  since integer;
begin
  select u.unlimited into hold_credits.unlimited from users u where u.user_id = p_user;
  if not found then
    raise exception 'user % is gone', p_user;
  end if;
  exact := false;
  if unlimited then
    balance := 0;
    return;
  end if;
  if p_wanted <= most_of_batch then
    select b.balance, b.since into hold_credits.balance, since from credit_balance(p_user) b;
    -- Twice as much as needed, so that what happens between this look and the lock does not force another attempt.
    if balance >= 2 * enough and since < 400 then
      if p_wanted > 2 then
        perform take_batch_number(p_user, batches);
      end if;
      perform pg_advisory_xact_lock_shared(key);
      select b.balance into hold_credits.balance from credit_balance(p_user) b;
      if balance < enough + p_wanted then
        raise exception 'the balance of user % fell while it was being held', p_user using errcode = 'serialization_failure';
      end if;
      return;
    end if;
  end if;
  perform pg_advisory_xact_lock(key);
  select b.balance into hold_credits.balance from credit_balance(p_user) b;
  exact := true;
end
$$;

-- The first that is free, else the first one when it is.
create function take_batch_number(p_user text, p_numbers integer) returns void language plpgsql as $$
begin
  for number in 1..p_numbers loop
    if pg_try_advisory_xact_lock(hashtextextended(p_user, 4410 + number)) then
      return;
    end if;
  end loop;
  perform pg_advisory_xact_lock(hashtextextended(p_user, 4411));
end
$$;
