-- How many people a campaign had from each time on: what may be said of the arms of its splits depends on how many will come, and what was said stays
-- when more do.
create table campaign_sizes (
  campaign_id text not null references campaigns (id),
  at timestamptz not null,
  people int not null,
  primary key (campaign_id, at)
);
