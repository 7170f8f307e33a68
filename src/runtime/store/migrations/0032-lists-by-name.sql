-- For lists in the order of names.
create index leads_in_order_of_names on leads ((left(coalesce(last_name, '') || ' ' || coalesce(first_name, ''), 100)), id)
  where merged_into is null;
create index campaigns_in_order_of_names on campaigns (name, id);
