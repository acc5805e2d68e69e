-- What there is already. Again, it changes nothing.
insert into payers (site_id, visitor_hash)
select distinct site_id, arrayJoin(path_visitors) from payment_entries;

insert into payer_sessions
    (site_id, session_day, visitor_hash, session_hash, import_id, hits, started_at, entry_page, entry_source,
     entry_campaign, entry_device, entry_version, entry_place, exit_page, pages, goal_names, sources)
select
    site_id, session_day, visitor_hash, session_hash, import_id, hits, started_at, entry_page, entry_source,
    entry_campaign, entry_device, entry_version, entry_place, exit_page, pages, goal_names, sources
from sessions
where (site_id, visitor_hash) in (select site_id, visitor_hash from payers)
settings max_threads = 1, max_insert_threads = 1;
