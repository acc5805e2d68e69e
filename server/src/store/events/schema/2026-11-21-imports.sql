-- Which import brought an event, so that undoing it removes that and nothing else. Empty for what was
-- collected.
alter table events
    add column if not exists import_id LowCardinality(String) default ''
