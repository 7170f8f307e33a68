-- Domain of the recipient: the mails to one domain are limited too.
alter table slots add column domain text;
update slots s set domain = lower(substring(l.email from '@([^@]+)$'))
  from enrollments e join leads l on l.id = e.lead_id
 where s.limit_class = 'email' and e.id = s.enrollment_id and s.state = 'booked';
