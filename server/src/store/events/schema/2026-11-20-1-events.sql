-- Every kept hit, the truth that all other event tables can be rebuilt from.
--
-- Order: one site's day is one range, and within it a visitor's hits lie together in time order, so
-- that sessions are aggregated and one visitor is found without reading the rest of the day.
-- Retries of a batch are dropped by its insert_deduplication_token, for which a plain MergeTree
-- needs the window. Without the two fsync settings a power cut loses confirmed inserts.
create table if not exists events
(
    site_id         String,
    timestamp       DateTime64(3, 'UTC') codec(Delta, ZSTD(1)),
    received_at     DateTime('UTC') codec(Delta, ZSTD(1)),
    kind            Enum8('pageview' = 1, 'goal' = 2, 'identify' = 3, 'engagement' = 4),
    origin          Enum8('browser' = 1, 'batch' = 2, 'server' = 3),
    visitor_id      String codec(ZSTD(1)),
    visitor_hash    UInt64 materialized sipHash64(visitor_id),
    session_id      String codec(ZSTD(1)),
    session_hash    UInt64 materialized sipHash64(visitor_id, session_id) codec(ZSTD(1)),
    host            LowCardinality(String),
    path            LowCardinality(String),
    query           String codec(ZSTD(1)),
    title           LowCardinality(String),
    name            LowCardinality(String),
    value           Nullable(Float64) codec(ZSTD(1)),
    properties      String codec(ZSTD(1)),
    engaged_ms      UInt32 codec(ZSTD(1)),
    touch           Enum8('internal' = 0, 'direct' = 1, 'source' = 2, 'continuation' = 3),
    referrer        String codec(ZSTD(1)),
    referrer_host   LowCardinality(String),
    source          LowCardinality(String),
    medium          LowCardinality(String),
    campaign        LowCardinality(String),
    term            LowCardinality(String),
    content         LowCardinality(String),
    channel         LowCardinality(String),
    click_id        LowCardinality(String),
    device          LowCardinality(String),
    browser         LowCardinality(String),
    browser_version LowCardinality(String),
    os              LowCardinality(String),
    os_version      LowCardinality(String),
    country         LowCardinality(String),
    region          LowCardinality(String),
    city            LowCardinality(String),
    screen_width    UInt16 codec(ZSTD(1)),
    language        LowCardinality(String),

    projection hours
    (
        select site_id, toStartOfHour(timestamp), count()
        group by site_id, toStartOfHour(timestamp)
    )
)
engine = MergeTree
partition by toYYYYMM(timestamp)
order by (site_id, toDate(timestamp), visitor_hash, timestamp)
settings
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1
