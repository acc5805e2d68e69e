-- Whether a goal was made of another hit by a rule of the site, and not sent: only such goals are removed when
-- no rule makes them any more.
alter table events
    add column if not exists derived Bool default false codec(ZSTD(1))
