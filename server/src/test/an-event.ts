import type { StoredEvent } from '../store/events/event.ts'

/** An ordinary page view, at noon UTC of 2026-11-20. */
export function anEvent(overrides: Partial<StoredEvent> = {}): StoredEvent {
  const noon = Date.UTC(2026, 10, 20, 12)
  return {
    siteId: 'site-1',
    timestampMs: noon,
    receivedMs: noon,
    kind: 'pageview',
    origin: 'browser',
    visitorId: 'visitor-1',
    sessionId: 'session-1',
    host: 'shop.example.com',
    path: '/',
    query: '',
    title: '',
    name: '',
    value: null,
    properties: '',
    engagedMs: 0,
    touch: 'direct',
    referrer: '',
    referrerHost: '',
    source: '',
    medium: '',
    campaign: '',
    term: '',
    content: '',
    channel: 'direct',
    clickId: '',
    device: 'desktop',
    browser: 'Firefox',
    browserVersion: '145',
    os: 'Linux',
    osVersion: '',
    country: 'SE',
    region: '',
    city: '',
    screenWidth: 1920,
    language: 'sv-SE',
    ...overrides,
  }
}
