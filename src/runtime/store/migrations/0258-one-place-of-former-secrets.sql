-- What was rotated before the table followed it.
insert into former_webhook_secrets (webhook_id, sealed_secret, wall_until)
select id, former_sealed_secret, wall_former_until from webhooks
 where former_sealed_secret is not null and wall_former_until > now()
on conflict do nothing;
