-- When a look at the V2 service last found that events of the account reach us, wall time. Null: nobody has listened to it yet.
alter table accounts add column wall_listened_at timestamptz;
