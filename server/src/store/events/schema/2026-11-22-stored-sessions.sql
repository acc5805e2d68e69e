-- Careful: of a part that lacks the column the engine works out its default while it reads, and fails where
-- it does not read the timestamp. With the column in every part, there is nothing to work out.
alter table events materialize column session_day;

-- Months whose sessions were added after they had been stored without; 0 when all of them were.
create table if not exists session_fills
(
    month     UInt32,
    filled_at DateTime('UTC') default now('UTC')
)
engine = MergeTree
order by month
settings
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1
