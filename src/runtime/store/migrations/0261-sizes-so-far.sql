-- Of campaigns that are there already nobody knows when which of their people came.
insert into campaign_sizes (campaign_id, at, people)
select c.id, c.created_at, sum(t.amount) from campaigns c join campaign_tallies t on t.campaign_id = c.id
 where t.what = 'enrolled' and c.status <> 'importing' group by 1, 2;
