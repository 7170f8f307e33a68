-- To how many people of a campaign something was done (`acted`, by the class of the call), how many of them have accepted and how many have replied: amounts
-- beside the others, written with what they count.
alter table campaign_tallies drop constraint campaign_tallies_what_check;
alter table campaign_tallies add constraint campaign_tallies_what_check
  check (what in ('rows', 'enrolled', 'duplicate', 'outcome', 'refused', 'acted', 'accepted', 'replied')) not valid;
-- No campaign is ever deleted, and each amount locked the one row that all walks of the campaign share.
alter table campaign_tallies drop constraint if exists campaign_tallies_campaign_id_fkey;
