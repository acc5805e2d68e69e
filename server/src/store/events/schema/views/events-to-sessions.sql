-- A row for each event: merges add up those of one session, which costs less than a group by.
-- A goal reported by a server is part of no session.
create materialized view if not exists events_to_sessions to sessions as
with
    toUInt64(least(greatest(
        toUnixTimestamp64Milli(event.timestamp) - toInt64(event.session_day) * 86400000 + 86400000, 0), 4294967295)) as ms,
    multiIf(event.kind = 'pageview', 0, event.kind = 'identify', 2, 1) as place,
    cityHash64(path, host, touch, channel, source, medium, referrer_host, campaign, term, content, click_id,
        device, browser, os, screen_width, browser_version, os_version, language, country, region, city) as attributes,
    toUInt64(place) * 281474976710656 + ms * 65536 + attributes % 65536 as at
select
    event.site_id as site_id,
    event.session_day as session_day,
    event.visitor_hash as visitor_hash,
    event.session_hash as session_hash,
    event.import_id as import_id,
    toUInt64(1) as events,
    toUInt64(event.kind != 'identify') as hits,
    event.timestamp as started_at,
    event.timestamp as ended_at,
    toUInt64(event.kind = 'pageview') as pageviews,
    toUInt64(event.kind = 'goal') as goals,
    toUInt64(event.engaged_ms) as engaged_ms,
    (at, path, host) as entry_page,
    (at, touch, channel, source, medium, referrer_host) as entry_source,
    (at, campaign, term, content, click_id) as entry_campaign,
    (at, device, browser, os, screen_width) as entry_device,
    (at, browser_version, os_version, language) as entry_version,
    (at, country, region, city) as entry_place,
    if(event.kind = 'pageview', (ms, toString(path)), (toUInt64(0), '')) as exit_page,
    if(event.kind = 'pageview', map(toString(path), toUInt64(1)), map()::Map(String, UInt64)) as pages,
    if(event.kind = 'goal', map(toString(name), toUInt64(1)), map()::Map(String, UInt64)) as goal_names,
    if(touch = 'source',
        map(concat(channel, '\0', source, '\0', medium, '\0', campaign, '\0', term, '\0', content, '\0', referrer_host, '\0', click_id),
            event.timestamp),
        map()::Map(String, DateTime64(3, 'UTC'))) as sources
from events as event
where event.origin != 'server'
