-- An address in the form in which all its spellings are one (src/shared/identity), written with it. `store/fill-email-keys.ts` fills what is there.
alter table accounts add column email_key text;
alter table sandbox_people add column email_key text;
