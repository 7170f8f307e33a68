-- Former secrets of webhooks stand in their table alone. `former_sealed_secret` and `wall_former_until` of webhooks are read no more; they go as soon as
-- no version runs that writes them. Until then, what one writes there when it rotates comes into the table. Sealing with another key changes one of them alone.
create function follow_former_secret() returns trigger language plpgsql as $$
begin
  if new.former_sealed_secret is null then
    delete from former_webhook_secrets where webhook_id = new.id;
  else
    insert into former_webhook_secrets (webhook_id, sealed_secret, wall_until)
    values (new.id, new.former_sealed_secret, new.wall_former_until) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger webhooks_former_secret after update of former_sealed_secret on webhooks for each row
  when (new.sealed_secret is distinct from old.sealed_secret) execute function follow_former_secret();
