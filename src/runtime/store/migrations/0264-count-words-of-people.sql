-- How often each word is there, which Postgres finds out when it counts the table: without that it takes a word that all have for one that nobody has.
analyze leads;
