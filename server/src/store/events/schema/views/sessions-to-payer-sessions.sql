-- The innermost `sessions` is what is being inserted, as everywhere in a view: few of the payers are looked up.
create materialized view if not exists sessions_to_payer_sessions to payer_sessions as
select
    site_id, session_day, visitor_hash, session_hash, import_id, hits, started_at, entry_page, entry_source,
    entry_campaign, entry_device, entry_version, entry_place, exit_page, pages, goal_names, sources
from sessions
where (site_id, visitor_hash) in (
    select site_id, visitor_hash from payers where visitor_hash in (select visitor_hash from sessions))
