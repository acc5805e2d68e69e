-- The UTC day on which an event's session began, decided with the session's first hit and carried by
-- every later one. Events of before have their own day; those of sessions that crossed midnight are corrected
-- when `sessions` is filled.
alter table events
    add column if not exists session_day Date default toDate(timestamp) codec(ZSTD(1));

-- One row a session, which the engine keeps aggregated: each insert into `events` adds its share through
-- the view events-to-sessions. Read it through sessions/session-table.ts. It can be made from `events` at any time.
--
-- The entry's attributes are those of the first page view (else of the first event). LowCardinality cannot
-- be aggregated by min, and a tuple is read as a whole: several tuples, each of what is asked for
-- together, keep a question from reading twenty columns. `at` orders events: kind, milliseconds and a
-- hash of the attributes, so that all tuples take the same event when two are of one millisecond.
--
-- Codecs: what most questions read decodes fast, the rest is small.
--
-- What an import brought has rows of its own: sums cannot be taken back, whole rows can be removed.
create table if not exists sessions
(
    site_id      LowCardinality(String),
    session_day  Date,
    visitor_hash UInt64 codec(LZ4),
    session_hash UInt64 codec(LZ4),
    import_id    LowCardinality(String),
    events       SimpleAggregateFunction(sum, UInt64) codec(LZ4),
    -- Events but for identifies: without any, it is no session.
    hits         SimpleAggregateFunction(sum, UInt64) codec(LZ4),
    started_at   SimpleAggregateFunction(min, DateTime64(3, 'UTC')) codec(LZ4),
    ended_at     SimpleAggregateFunction(max, DateTime64(3, 'UTC')) codec(LZ4),
    pageviews    SimpleAggregateFunction(sum, UInt64) codec(LZ4),
    goals        SimpleAggregateFunction(sum, UInt64) codec(LZ4),
    engaged_ms   SimpleAggregateFunction(sum, UInt64) codec(LZ4),
    entry_page   SimpleAggregateFunction(min, Tuple(at UInt64, path String, host String)) codec(ZSTD(1)),
    entry_source SimpleAggregateFunction(min, Tuple(
        at UInt64,
        touch Enum8('internal' = 0, 'direct' = 1, 'source' = 2, 'continuation' = 3),
        channel String, source String, medium String, referrer_host String)) codec(LZ4),
    entry_campaign SimpleAggregateFunction(min, Tuple(
        at UInt64, campaign String, term String, content String, click_id String)) codec(ZSTD(1)),
    entry_device SimpleAggregateFunction(min, Tuple(
        at UInt64, device String, browser String, os String, screen_width UInt16)) codec(ZSTD(1)),
    entry_version SimpleAggregateFunction(min, Tuple(
        at UInt64, browser_version String, os_version String, language String)) codec(ZSTD(1)),
    entry_place  SimpleAggregateFunction(min, Tuple(
        at UInt64, country String, region String, city String)) codec(ZSTD(1)),
    exit_page    SimpleAggregateFunction(max, Tuple(at UInt64, path String)) codec(ZSTD(1)),
    -- Page views by path, and goals by name.
    pages        SimpleAggregateFunction(sumMap, Map(String, UInt64)) codec(LZ4),
    goal_names   SimpleAggregateFunction(sumMap, Map(String, UInt64)) codec(ZSTD(1)),
    -- When each source first led into the session; its columns are joined by zero bytes.
    sources      SimpleAggregateFunction(minMap, Map(String, DateTime64(3, 'UTC'))) codec(ZSTD(1)),

    index visitors visitor_hash type bloom_filter(0.01) granularity 1
)
engine = AggregatingMergeTree
partition by toMonday(session_day)
order by (site_id, session_day, visitor_hash, session_hash, import_id)
settings
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1
