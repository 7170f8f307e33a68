-- Which arm of a split a person took lies with the line that says so: what the arms have brought is read from there.
update timeline set detail = jsonb_build_object('arm', substr(title, length('Takes arm ') + 1))
 where type = 'branch' and detail = '{}' and title like 'Takes arm %';
create index timeline_arms on timeline (node, enrollment_id) where type = 'branch' and detail ? 'arm';
