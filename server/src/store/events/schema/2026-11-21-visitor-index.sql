-- One visitor's hits lie in a few of the days that he is looked for in: without it a piece of every day is
-- read. Parts that were written before have it after their next merge.
alter table events add index if not exists visitors visitor_hash type bloom_filter(0.01) granularity 1
