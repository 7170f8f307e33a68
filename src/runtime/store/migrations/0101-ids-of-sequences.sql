-- A sequence is called by its name, which may say what nobody else is to read: Temporal's interface finds its workflows by this id.
alter table sequences add column id text not null default 'seq_' || replace(gen_random_uuid()::text, '-', '');
create unique index sequences_id on sequences (id);
