-- What the person's answer was labeled is a fact of their enrollments, as a reply is: of all that have not ended, else of the one that ended last.
-- Conditions and `wait_for: label` read it there, and positive replies are counted there. A label that was deleted since keeps its name.
alter table enrollments add column label text, add column labeled_at timestamptz;
alter table enrollments add constraint enrollments_labeled check ((label is null) = (labeled_at is null));

update enrollments e set label = c.label, labeled_at = c.labeled_at
  from (select distinct on (lead_id) lead_id, label, labeled_at from conversations
         where label is not null and label <> 'out_of_office' and merged_into is null order by lead_id, labeled_at desc) as c
 where e.lead_id = c.lead_id and c.labeled_at >= e.created_at
   and (e.status <> 'finished'
        or e.id = (select newest.id from enrollments newest
                    where newest.lead_id = e.lead_id and not exists (select from enrollments open where open.lead_id = e.lead_id and open.status <> 'finished')
                    order by newest.finished_at desc, newest.id desc limit 1));
