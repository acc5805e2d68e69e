-- A build is of the events of its hours that were received up to this second. What came later is told by it,
-- and the build stays good for everybody else. 1970: not known, as of builds made before.
alter table session_builds add column if not exists received_until DateTime('UTC') default 0
