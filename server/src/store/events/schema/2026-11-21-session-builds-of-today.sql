-- How many hours of its day a build holds: of today those that are over. Events of later hours are read
-- as they are.
alter table session_builds add column if not exists hours UInt8 default 24
