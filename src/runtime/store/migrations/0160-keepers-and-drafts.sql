-- Who keeps a sequence: `file`, a repository from which it is published, or `console`, the people who edit it here. Neither publishes over
-- what the other keeps unless told to take it over. All that were published before came from files.
alter table sequences add column kept_by text not null default 'file' check (kept_by in ('file', 'console'));
alter table change_plans
  add column kept_by text not null default 'file' check (kept_by in ('file', 'console')),
  add column take_over boolean not null default false;

-- A text that somebody works on and has not published. Its sequence may not be published yet, so it refers to none.
create table sequence_drafts (
  sequence text primary key,
  text text not null,
  -- The version that the text started from; null: there was none.
  based_on int,
  -- Another one with each change of the text: whoever saves names the one that they have seen.
  revision text not null,
  -- Who saved it last.
  author_id text,
  author text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
