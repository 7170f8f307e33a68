-- Every change of a slot gets a number that rises under its account's lock, and freed slots are recorded. So a process that keeps an
-- account's calendar in memory reads only what has changed since its last look.
create sequence slot_revs;
alter table slots add column rev bigint not null default nextval('slot_revs');
-- The step answers a person, so it goes before new contacts.
alter table slots add column urgent boolean not null default false;
-- Its first slot went to another step: one that answers a person, or one of a campaign that had less than its share.
alter table slots add column moved_for text check (moved_for in ('answer', 'share'));
create index slots_changed on slots (account_id, rev);

create table freed_slots (
  account_id text not null,
  rev bigint not null default nextval('slot_revs'),
  slot_id bigint not null,
  wall_at timestamptz not null default now(),
  primary key (account_id, rev)
);

create function slot_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into freed_slots (account_id, slot_id) values (old.account_id, old.id);
    return old;
  end if;
  new.rev := nextval('slot_revs');
  return new;
end
$$;
create trigger slot_changed before update on slots for each row execute function slot_changes();
create trigger slot_freed after delete on slots for each row execute function slot_changes();

-- What a mailbox reported with its last send: its limit, and how many of that day's sends were not ours.
alter table accounts add column mailbox_limit int;
alter table accounts add column mailbox_elsewhere int;
alter table accounts add column mailbox_seen_at timestamptz;
alter table accounts add column bounce_rate double precision;
-- The InMails that the seat had when it was last asked.
alter table accounts add column inmail_balance int;
alter table accounts add column inmail_read_at timestamptz;

-- The most API credits that the call may cost; they count as spent (reserved) until its outcome is known.
alter table intents add column held_credits int not null default 0;
create index intents_spent on intents (settled_at) where credits > 0;

-- The owner's API credits, as the V2 service last reported them.
create table credit_balance (
  one boolean primary key default true check (one),
  balance int not null,
  read_at timestamptz not null
);
