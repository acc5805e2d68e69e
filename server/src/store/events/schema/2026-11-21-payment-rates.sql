-- What a movement of money comes to in its site's own currency, at which rate, and of which day that
-- is. Empty and 0 while no rate is known: the movement then counts in its own currency only.
alter table payment_entries
    add column if not exists reporting_currency LowCardinality(String) default '',
    add column if not exists reporting_minor Int64 default 0,
    add column if not exists rate Float64 default 0,
    add column if not exists rate_day LowCardinality(String) default ''
