-- Outside of a transaction.
-- Everybody at a domain, and at those below it, is found by the beginning of the domain read from its end.
drop index concurrently if exists identities_by_domain;
create index concurrently identities_by_domain on identities ((reverse('.' || split_part(value, '@', 2)) collate "C")) where kind = 'email';
