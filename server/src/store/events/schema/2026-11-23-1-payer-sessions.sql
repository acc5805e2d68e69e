-- The visitors behind payments, by the hash of their id. It may hold more than there are, never fewer.
create table if not exists payers
(
    site_id      LowCardinality(String),
    visitor_hash UInt64
)
engine = ReplacingMergeTree
order by (site_id, visitor_hash)
settings
    non_replicated_deduplication_window = 0,
    fsync_after_insert = 1,
    fsync_part_directory = 1;

-- The sessions of payers alone, a twentieth of all, so that crediting money does not read the others. The view
-- sessions-to-payer-sessions adds what comes; when somebody becomes a payer, sessions/payer-sessions.ts adds what is
-- there. Every aggregate takes the same row twice without harm (no sums), so neither has to know of the other.
-- Nor may the engine drop a repetition: what was erased may come again.
create table if not exists payer_sessions
(
    site_id      LowCardinality(String),
    session_day  Date,
    visitor_hash UInt64 codec(LZ4),
    session_hash UInt64 codec(LZ4),
    import_id    LowCardinality(String),
    -- Not how many, only whether there are any.
    hits         SimpleAggregateFunction(max, UInt64) codec(LZ4),
    started_at   SimpleAggregateFunction(min, DateTime64(3, 'UTC')) codec(LZ4),
    entry_page   SimpleAggregateFunction(min, Tuple(at UInt64, path String, host String)) codec(ZSTD(1)),
    entry_source SimpleAggregateFunction(min, Tuple(
        at UInt64,
        touch Enum8('internal' = 0, 'direct' = 1, 'source' = 2, 'continuation' = 3),
        channel String, source String, medium String, referrer_host String)) codec(ZSTD(1)),
    entry_campaign SimpleAggregateFunction(min, Tuple(
        at UInt64, campaign String, term String, content String, click_id String)) codec(ZSTD(1)),
    entry_device SimpleAggregateFunction(min, Tuple(
        at UInt64, device String, browser String, os String, screen_width UInt16)) codec(ZSTD(1)),
    entry_version SimpleAggregateFunction(min, Tuple(
        at UInt64, browser_version String, os_version String, language String)) codec(ZSTD(1)),
    entry_place  SimpleAggregateFunction(min, Tuple(
        at UInt64, country String, region String, city String)) codec(ZSTD(1)),
    exit_page    SimpleAggregateFunction(max, Tuple(at UInt64, path String)) codec(ZSTD(1)),
    -- The keys alone count: which pages and goals there were.
    pages        SimpleAggregateFunction(maxMap, Map(String, UInt64)) codec(ZSTD(1)),
    goal_names   SimpleAggregateFunction(maxMap, Map(String, UInt64)) codec(ZSTD(1)),
    sources      SimpleAggregateFunction(minMap, Map(String, DateTime64(3, 'UTC'))) codec(ZSTD(1))
)
engine = AggregatingMergeTree
partition by toYYYYMM(session_day)
order by (site_id, session_day, visitor_hash, session_hash, import_id)
settings
    non_replicated_deduplication_window = 0,
    fsync_after_insert = 1,
    fsync_part_directory = 1;
