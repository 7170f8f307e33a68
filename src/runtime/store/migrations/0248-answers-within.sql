-- The accounts that whoever wrote the answer was limited to (null: none in particular, so all): what stands on others they had not seen.
alter table answers add column within text[];
