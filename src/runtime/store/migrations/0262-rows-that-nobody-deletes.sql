-- What these would keep from being deleted is never deleted, and whoever writes an enrollment has read it in the same transaction. To look for it once more took a
-- seventh of what an import takes in Postgres, and each look locked the one row that all imports and walks share.
alter table enrollments drop constraint if exists enrollments_digest_fkey;
alter table enrollments drop constraint if exists enrollments_sequence_version_fkey;
alter table enrollments drop constraint if exists enrollments_campaign_id_fkey;
