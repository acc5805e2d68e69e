-- The reports' copy of the ledger in the control store: one row per movement of money (a payment, a
-- refund), fed by an outbox. Replacing by version, so a repeated or late delivery is harmless; read
-- it with FINAL. Amounts are minor units of their currency, refunds negative.
create table if not exists payment_entries
(
    site_id       String,
    payment_id    String,
    entry_id      String,
    kind          Enum8('payment' = 1, 'refund' = 2),
    at            DateTime64(3, 'UTC'),
    paid_at       DateTime64(3, 'UTC'),
    -- Where the path ends, for attribution: paid_at, but a renewal (and its refunds) has its first
    -- payment's, so that it inherits that split.
    path_at       DateTime64(3, 'UTC'),
    amount_minor  Int64,
    currency      LowCardinality(String),
    provider      LowCardinality(String),
    renewal       Bool,
    trial         Bool,
    visitor_id    String,
    -- Every visitor whose sessions form the path: the linked one and, when the link came from an
    -- identified e-mail, the person's other devices. Empty when not linked.
    path_visitor_ids Array(String),
    -- The same as events.visitor_hash.
    path_visitors Array(UInt64) materialized arrayMap(id -> sipHash64(id), path_visitor_ids),
    link_method   LowCardinality(String),
    removed       UInt8,
    version       UInt64
)
engine = ReplacingMergeTree(version, removed)
order by (site_id, payment_id, entry_id)
settings
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1
