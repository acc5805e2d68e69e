-- Reports read table `sessions`, which is filled from `events` alone. The tables that sessions were computed into
-- before, one day at a time, are not read any more.
--
-- Careful: without the setting a server refuses to drop a table of more than 50 GB.
drop table if exists session_builds sync settings max_table_size_to_drop = 0;

drop table if exists session_days sync settings max_table_size_to_drop = 0
