-- Who decides a task; and for a review the call that was shown, because exactly this call is sent once it is approved.
-- `expired`: nobody decided in time. `withdrawn`: the enrollment ended, or went on without it.
alter table tasks
  add column assignee text,
  add column request jsonb,
  drop constraint tasks_status_check,
  add constraint tasks_status_check check (status in ('open', 'done', 'expired', 'withdrawn'));
create index tasks_open on tasks (enrollment_id) where status = 'open';

-- `tags`: what `set` marks a lead with. `company_key`: the company's name without case and white space, which `per_company`,
-- `company_reply` and the do-not-contact list go by. Written with the name, for a database in the C locale has no lower case
-- of accented letters.
alter table leads
  add column tags text[] not null default '{}',
  add column company_key text;
update leads set company_key = nullif(lower(btrim(regexp_replace(company, '\s+', ' ', 'g'))), '');
create index leads_by_company on leads (company_key) where company_key is not null;

-- `enroll: again` lets a person go through a sequence more than once, but never twice at the same time.
drop index enrollments_once;
create unique index enrollments_one_at_a_time on enrollments (sequence, lead_id) where status <> 'finished';
create index enrollments_of_lead on enrollments (lead_id, sequence);

-- `away_until`: the person is out of office; nothing is sent before that time. `continues`: the enrollment that a `run` ended for this one.
alter table enrollments
  add column away_until timestamptz,
  add column continues text references enrollments (id);
create unique index enrollments_continued_once on enrollments (continues) where continues is not null;
