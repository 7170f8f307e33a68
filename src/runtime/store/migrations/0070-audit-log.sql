-- Who changed what: a line for each change that somebody asked for, written in the transaction of that change.
create table audit_log (
  id text primary key,
  wall_at timestamptz not null default now(),
  -- Who asked. Without a user and without a key: whoever opened the link that a start prints.
  user_id text,
  user_name text,
  key_id text,
  key_name text,
  session_id text,
  -- By what: as far as the caller says so.
  via text not null check (via in ('page', 'cli', 'mcp', 'api')),
  address text not null,
  -- The operation of the API contract.
  operation text not null,
  -- What was changed; without an id: all of it.
  target_kind text not null,
  target_id text,
  -- Whom it is about, so that an erasure finds what is said of them.
  lead_id text,
  -- Names nobody but who asked: what is said of people stands in `before` and `after`.
  sentence text not null,
  before jsonb,
  after jsonb,
  wall_erased_at timestamptz
);
create index audit_log_words on audit_log using gin (to_tsvector('simple', sentence));
create index audit_log_target on audit_log (target_id, id);
create index audit_log_lead on audit_log (lead_id) where lead_id is not null;

-- A line is never changed, and never goes. Only an erasure takes out what a line says of a person, and the line says when.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.wall_erased_at is not null and new.before is null and new.after is null
       and row (new.id, new.wall_at, new.user_id, new.user_name, new.key_id, new.key_name, new.session_id, new.via, new.address,
                new.operation, new.target_kind, new.target_id, new.lead_id, new.sentence)
           is not distinct from
           row (old.id, old.wall_at, old.user_id, old.user_name, old.key_id, old.key_name, old.session_id, old.via, old.address,
                old.operation, old.target_kind, old.target_id, old.lead_id, old.sentence) then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_log_lines before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_whole before truncate on audit_log for each statement execute function keep_audit_log();
