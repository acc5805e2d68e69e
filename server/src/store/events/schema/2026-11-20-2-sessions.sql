-- Sessions, computed from events one site and one UTC day at a time, so that reports need not
-- aggregate millions of hits. A build is a complete image of one site's day; it counts only while
-- session_builds names it and that day's number of events is still the one it was made from.
-- Everything here can be dropped and built again.
--
-- A row is a session's part within one UTC day. No rule lets a session idle more than 30 minutes, so
-- only parts that touch the last or first 30 minutes of a day (touches_midnight) can belong together.
-- Readers join those by session_hash. Made by partsOfDaySql of session-rows.ts.
create table if not exists session_days
(
    site_id          String,
    day              Date,
    build            UInt64,
    visitor_hash     UInt64 codec(ZSTD(1)),
    session_hash     UInt64 codec(ZSTD(1)),
    started_at       DateTime64(3, 'UTC') codec(Delta, ZSTD(1)),
    ended_at         DateTime64(3, 'UTC') codec(Delta, ZSTD(1)),
    touches_midnight UInt8,
    pageviews        UInt32 codec(ZSTD(1)),
    goals            UInt32 codec(ZSTD(1)),
    engaged_ms       UInt64 codec(ZSTD(1)),
    entry_host       LowCardinality(String),
    entry_path       LowCardinality(String),
    exit_path        LowCardinality(String),
    touch            Enum8('internal' = 0, 'direct' = 1, 'source' = 2, 'continuation' = 3),
    referrer_host    LowCardinality(String),
    source           LowCardinality(String),
    medium           LowCardinality(String),
    campaign         LowCardinality(String),
    term             LowCardinality(String),
    content          LowCardinality(String),
    channel          LowCardinality(String),
    click_id         LowCardinality(String),
    device           LowCardinality(String),
    browser          LowCardinality(String),
    browser_version  LowCardinality(String),
    os               LowCardinality(String),
    os_version       LowCardinality(String),
    country          LowCardinality(String),
    region           LowCardinality(String),
    city             LowCardinality(String),
    screen_width     UInt16 codec(ZSTD(1)),
    language         LowCardinality(String)
)
engine = MergeTree
partition by toYYYYMM(day)
order by (site_id, day, build, visitor_hash, started_at)
settings
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1;

create table if not exists session_builds
(
    site_id  String,
    day      Date,
    build    UInt64,
    -- How many events the day had when it was built.
    events   UInt64
)
engine = ReplacingMergeTree(build)
order by (site_id, day)
settings
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1
