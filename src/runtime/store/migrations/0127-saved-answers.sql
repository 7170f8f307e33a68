-- What people of ours say again and again: templates, as the texts of steps are.
create table saved_answers (
  id text primary key,
  name text not null,
  text text not null,
  -- Of a mail or an InMail; null: that of the thread.
  subject text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_answers_name on saved_answers (lower(name));
