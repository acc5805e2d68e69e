import { eventsInput, eventsOutput, hitInput } from '../hit.ts'
import { identified, identifyData, identifyInput, identifyRequired } from '../identify.ts'
import { invalidInput, type Operations } from '../operation.ts'
import { sessionId, visitedAt, visitorId } from './example-story.ts'

const eventsExamples = {
  visit: {
    summary: 'A visit on an earlier day',
    value: {
      events: [
        {
          type: 'pageview',
          visitorId,
          sessionId,
          timestamp: visitedAt,
          path: '/?utm_source=newsletter&utm_medium=email',
          title: 'Home',
          referrer: 'https://mail.example.com/',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
          country: 'DE',
        },
        {
          type: 'goal',
          visitorId,
          sessionId,
          timestamp: '2026-11-02T09:32:00.000Z',
          path: '/pricing',
          name: 'plan-chosen',
          value: 20,
        },
      ],
    },
  },
}

const identifyExamples = {
  user: { summary: 'By your own identifier', value: { visitorId, userId: 'user_1042' } },
  email: { summary: 'By e-mail address', value: { visitorId, email: 'ana@example.com' } },
}

const hitExamples = {
  pageview: {
    summary: 'A page view',
    value: {
      siteId: 'SITE_ID',
      type: 'pageview',
      visitorId,
      sessionId: 's_90c1f2',
      url: 'https://shop.example/pricing?utm_source=newsletter',
      title: 'Pricing',
      referrer: 'https://mail.example.com/',
      screenWidth: 1440,
      language: 'de-DE',
    },
  },
}

/** What servers saw of visitors. */
export const eventOperations = {
  'POST /api/v1/events': {
    access: { scopes: ['events:write'] },
    body: eventsInput,
    // A list alone is taken as well, and each item is checked by itself.
    readsBody: true,
    bodyLimitBytes: 1024 * 1024,
    data: eventsOutput,
    idempotency: 'events',
    docs: {
      id: 'recordEvents',
      summary: 'Record many events',
      description:
        'Records up to 1,000 page views, goals and identify calls from your server, each with its own time and user agent. Past times are allowed. Items are independent: an invalid one is reported with its index, counted from 0, and the others are stored. A page view or goal needs `url` or `path`; a goal needs `name`. An `ip` is used to look up the country and is not stored.',
      bodies: eventsExamples,
      reply: 'How many items were accepted, and why others were rejected',
      example: { accepted: 1, rejected: [{ index: 1, message: 'url or path is required' }] },
      refusals: [invalidInput('events must be an array of 1 to 1000 items')],
    },
  },
} satisfies Operations

/** The identity of visitors. */
export const identifyOperations = {
  'POST /api/v1/identify': {
    access: { scopes: ['events:write', 'payments:write', 'goals:write'] },
    body: identifyInput,
    missing: identifyRequired,
    data: identifyData,
    docs: {
      id: 'identify',
      summary: 'Identify a visitor',
      description:
        'Connects a visitor with an e-mail address or your own user id, so that later payments can be linked to them. The address is stored only as a keyed hash, and only where the site has user identification on. Give `email`, `userId` or both. Repeating the same request has no effect.',
      bodies: identifyExamples,
      reply: 'The visitor is identified',
      example: { message: identified },
    },
  },
} satisfies Operations

/** What browsers send. `server/src/collect/http/` answers it before any other route. */
export const collectOperations = {
  'POST /api/collect': {
    access: 'anyone',
    body: hitInput,
    readsBody: true,
    docs: {
      id: 'collect',
      summary: 'Send a hit from a browser',
      description:
        'The script on your pages calls this endpoint; use it to write your own tracker. It needs no key, accepts no payments, and can be called from any origin. Time, IP address and browser are taken from the request. `identify` needs `userId`, or `email` where the site has user identification on.',
      bodies: hitExamples,
      contentTypes: ['application/json', 'text/plain'],
      status: 202,
      reply:
        'Accepted and saved, or dropped for the reason in `X-Tributary-Dropped`, such as `bot`. The body is empty, or the address of a part of the script, which a page that uses goals by form or element then loads',
      refusals: [invalidInput('url is required')],
    },
  },
} satisfies Operations
