-- Calls of one owner that charge little of a large balance need not wait for each other: they lock the balance together (shared), and
-- their entries have no `balance_after`. A call that may use up the balance locks it alone, and leaves an exact figure.
alter table credit_ledger alter column balance_after drop not null;
create index credit_ledger_exact on credit_ledger (user_id, entry_id desc) where balance_after is not null;

-- The newest exact figure, what was charged since, and in how many entries. An entry without a figure that is younger than an exact
-- one also has the greater id, because whoever locked the balance alone waited for all earlier ones and made later ones wait.
create function credit_balance(p_user text, out balance integer, out since integer) language sql stable as $$
  with exact as (
    select entry_id, balance_after from credit_ledger
     where user_id = p_user and balance_after is not null order by entry_id desc limit 1
  )
  select (coalesce((select balance_after from exact), 0) + coalesce(sum(delta), 0))::integer, count(*)::integer
    from credit_ledger where user_id = p_user and entry_id > coalesce((select entry_id from exact), 0)
$$;

-- Locks the balance for the rest of the transaction: together with others (`exact` false) when all calls that could run at once, each
-- for `p_wanted` of at most 2, would still leave enough; otherwise alone.
create function hold_credits(p_user text, p_wanted integer, out balance integer, out unlimited boolean, out exact boolean)
language plpgsql as $$
declare
  -- There are no more transactions than connections, and each that shares the lock takes at most 2.
  enough constant integer := 2 * current_setting('max_connections')::integer;
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
  if p_wanted <= 2 then
    select b.balance, b.since into hold_credits.balance, since from credit_balance(p_user) b;
    -- Twice as much as needed, so that what happens between this look and the lock does not force another attempt.
    if balance >= 2 * enough and since < 200 then
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
