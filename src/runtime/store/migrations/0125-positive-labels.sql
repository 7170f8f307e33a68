-- What counts as a positive answer says the label: experiments and results count those who have replied and have such a label.
alter table labels add column positive boolean not null default false;
update labels set positive = true where name in ('interested', 'booked');

-- Since when the conversation has its label: one from before an enrollment says nothing of it. Of those that have one already nobody knows; the newest
-- message is the nearest.
alter table conversations add column labeled_at timestamptz,
  -- How many messages there were then: given again after more of them, it is given anew.
  add column labeled_messages int not null default 0;
update conversations set labeled_at = last_at, labeled_messages = messages where label is not null;
alter table conversations add constraint conversations_labeled check ((label is null) = (labeled_at is null));
