-- Counts of events by hour were written with each insert, for exports alone, which count days as fast without.
alter table events drop projection if exists hours;
