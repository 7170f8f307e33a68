-- A secret signs for as long as its rotation said, though another rotation came meanwhile. The last one is kept with its webhook.
create table former_webhook_secrets (
  webhook_id text not null references webhooks on delete cascade,
  sealed_secret text not null,
  wall_until timestamptz not null,
  primary key (webhook_id, sealed_secret)
);
