import type pg from 'pg';
import type { Load } from './load.ts';

export type Watched = {
  readonly id: string;
  readonly what: 'stopped' | 'unclear' | 'clear' | 'let_out' | 'above_limit' | 'held' | 'suppressed' | 'withdrawn';
  readonly enrollment_id: string | null;
  readonly account_id: string | null;
  readonly detail: string;
  readonly wall_at: Date;
  /** For `held`: the time before which no call may begin. */
  readonly wall_until: Date | null;
};

/**
 * Writes down, in the transactions of the engine itself, what no table shows afterwards: the order in which a stop and a call were
 * committed (both hold the enrollment's row, so the ids of one enrollment are in the order of its commits), the same for an account
 * that is backed off, and places above a limit at any commit.
 */
export async function installWatch(engine: pg.Pool, limits: Load['limits']): Promise<void> {
  const { visit = 0, invitation = 0, message = 0, inmail = 0, email = 0 } = limits;
  await engine.query(`
    create table if not exists faults_watch (
      id bigint generated always as identity primary key,
      what text not null,
      enrollment_id text,
      account_id text,
      detail text not null,
      wall_until timestamptz,
      wall_at timestamptz not null default clock_timestamp()
    );
    create table if not exists faults_limits (limit_class text primary key, a_day int not null);
    insert into faults_limits values
      ('visit', ${visit}), ('invite', ${invitation}), ('message', ${message}), ('inmail', ${inmail}), ('email', ${email})
      on conflict do nothing;

    create or replace function faults_note_stop() returns trigger language plpgsql as $$
    begin
      insert into faults_watch (what, enrollment_id, detail) values ('stopped', new.id, new.stop_outcome);
      return null;
    end $$;
    create or replace trigger faults_stop after update on enrollments for each row
      when (old.stop_outcome is null and new.stop_outcome is not null) execute function faults_note_stop();

    create or replace function faults_note_doubt() returns trigger language plpgsql as $$
    begin
      insert into faults_watch (what, enrollment_id, detail)
        values (case when new.unclear_since is null then 'clear' else 'unclear' end, new.id, '');
      return null;
    end $$;
    create or replace trigger faults_doubt after update on enrollments for each row
      when ((old.unclear_since is null) <> (new.unclear_since is null)) execute function faults_note_doubt();

    create or replace function faults_note_call() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or (old.state <> 'sent' and new.state = 'sent') then
        insert into faults_watch (what, enrollment_id, account_id, detail) values ('let_out', new.enrollment_id, new.account_id, new.key);
      end if;
      return null;
    end $$;
    create or replace trigger faults_call after insert or update on intents for each row
      -- What is read back of a backup has the time at which it went out, and does not go out now.
      when (new.limit_class is not null and new.state = 'sent' and new.wall_created_at > clock_timestamp() - interval '1 minute')
      execute function faults_note_call();

    create or replace function faults_note_suppression() returns trigger language plpgsql as $$
    begin
      insert into faults_watch (what, detail) values ('suppressed', coalesce(new.person_entry, new.id) || ' ' || new.value);
      return null;
    end $$;
    create or replace trigger faults_suppression after insert on suppressions for each row execute function faults_note_suppression();

    create or replace function faults_note_withdrawal() returns trigger language plpgsql as $$
    begin
      insert into faults_watch (what, detail) values ('withdrawn', new.id);
      return null;
    end $$;
    create or replace trigger faults_withdrawal after update on answers for each row
      when (new.state = 'withdrawn' and old.state <> 'withdrawn') execute function faults_note_withdrawal();

    create or replace function faults_note_hold() returns trigger language plpgsql as $$
    begin
      insert into faults_watch (what, account_id, detail, wall_until) values ('held', new.id, coalesce(new.held_reason, ''), new.wall_held_until);
      return null;
    end $$;
    create or replace trigger faults_hold after update on accounts for each row
      when (new.wall_held_until is distinct from old.wall_held_until and new.wall_held_until is not null)
      execute function faults_note_hold();

    create or replace function faults_note_limit() returns trigger language plpgsql as $$
    declare taken int; allowed int;
    begin
      select a_day into allowed from faults_limits where limit_class = new.limit_class;
      if allowed is null then return null; end if;
      select sum(amount) into taken from slots
        where account_id = new.account_id and limit_class = new.limit_class and local_day = new.local_day;
      if taken > allowed then
        insert into faults_watch (what, enrollment_id, detail) values ('above_limit', new.enrollment_id,
          format('%s %s %s: %s of %s at a commit', new.account_id, new.limit_class, new.local_day, taken, allowed));
      end if;
      return null;
    end $$;
    drop trigger if exists faults_limit on slots;
    create constraint trigger faults_limit after insert or update on slots deferrable initially deferred
      for each row execute function faults_note_limit();
  `);
}

export async function readWatch(engine: pg.Pool): Promise<Watched[]> {
  const { rows } = await engine.query<Watched>(
    'select id::text, what, enrollment_id, account_id, detail, wall_at, wall_until from faults_watch order by faults_watch.id',
  );
  return rows;
}
