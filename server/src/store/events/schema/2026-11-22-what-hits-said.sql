-- What a hit said of its visit, where the visit it is in says something else: the client's session id (`~` when it
-- sent none; empty when it is the one in session_id), and of a return from a checkout or login, as JSON, what
-- the hit would count as without a visit to go on with. With it visits are placed anew when late hits come.
alter table events
    add column if not exists given_session String default '' codec(ZSTD(1)),
    add column if not exists return_landing String default '' codec(ZSTD(1))
