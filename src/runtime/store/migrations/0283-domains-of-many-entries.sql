-- Outside of a transaction.
-- The domains on the do-not-contact list in the order of the index of addresses by theirs, since all are looked up in one go (src/runtime/store/suppressions/suppressed-lead.ts); and those that have not
-- two labels, which are looked up one by one.
drop index concurrently if exists suppressions_by_domain;
create index concurrently suppressions_by_domain on suppressions ((reverse('.' || value) collate "C"), value) where kind = 'domain';
drop index concurrently if exists suppressions_of_other_domains;
create index concurrently suppressions_of_other_domains on suppressions (value)
  where kind = 'domain' and (value <> (split_part(value, '.', -2) || '.' || split_part(value, '.', -1)) or split_part(value, '.', 1) = '');
-- Addresses below a domain of two labels, by that: few are, so hardly any address is written into it.
drop index concurrently if exists identities_below_domain;
create index concurrently identities_below_domain on identities ((reverse('.' || (split_part(split_part(value, '@', 2), '.', -2) || '.' || split_part(split_part(value, '@', 2), '.', -1))) collate "C"))
  where kind = 'email' and split_part(value, '@', 2) like '%.%.%';
