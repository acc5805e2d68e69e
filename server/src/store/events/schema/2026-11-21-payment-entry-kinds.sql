-- What reports divide money by beside its visitor. Empty (or 0) where nobody has said.
alter table payment_entries
    add column if not exists product LowCardinality(String),
    -- Keyed by site: whose payments belong together, whatever visitor they were linked to.
    add column if not exists customer String,
    add column if not exists subscription String,
    -- How long one payment of the subscription is for: 1 a month, 12 a year, 12/52 a week.
    add column if not exists interval_months Float64
