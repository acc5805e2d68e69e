import type { SourceList } from './source-list.ts'

/** Video platforms, our own list. */
export const videoSites: SourceList = {
  version: '2026-11-20',
  kind: 'video',
  sources: {
    'youtube.com':
      '.youtube.com youtu.be .youtube-nocookie.com com.google.android.youtube youtube yt youtube-ads',
    'tiktok.com':
      '.tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill tiktok tik-tok tiktok-ads',
    'vimeo.com': '.vimeo.com vimeo',
    'twitch.tv': '.twitch.tv tv.twitch.android.app twitch',
    'kick.com': '.kick.com',
    'dailymotion.com': '.dailymotion.com dai.ly dailymotion',
    'rumble.com': '.rumble.com rumble',
    'odysee.com': '.odysee.com odysee',
    'bilibili.com': '.bilibili.com b23.tv bilibili',
    'douyin.com': '.douyin.com douyin',
    'youku.com': '.youku.com',
    'iqiyi.com': '.iqiyi.com',
    'nicovideo.jp': '.nicovideo.jp',
    'rutube.ru': '.rutube.ru',
    'netflix.com': '.netflix.com netflix',
    'hulu.com': '.hulu.com hulu',
    'disneyplus.com': '.disneyplus.com',
    'ted.com': '.ted.com',
    'wistia.com': '.wistia.com wistia',
    'loom.com': '.loom.com loom',
    'streamable.com': '.streamable.com',
    'bitchute.com': '.bitchute.com',
  },
}
