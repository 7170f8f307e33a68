-- When a key ends by itself (null: never), when it was last used, to the minute (null: not yet), and the key that it was made with.
alter table api_keys add column wall_expires_at timestamptz, add column wall_seen_at timestamptz, add column made_by_key_id text;
