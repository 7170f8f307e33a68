-- The answers of requests that made a key or a sign-in token were kept with the secret in them, for good.
update idempotent_requests set body = 'null'
 where status = 201 and jsonb_typeof(body) = 'object' and (body ->> 'key' like 'ovk\_%' or body ? 'token');
create index idempotent_requests_age on idempotent_requests (wall_created_at);
