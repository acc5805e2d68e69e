import { eventRequired, goalData, goalInput } from '@tributary/contract/goal.ts'
import { eventsInput, eventsOutput, hitInput } from '@tributary/contract/hit.ts'
import {
  identified,
  identifyData,
  identifyInput,
  identifyRequired,
} from '@tributary/contract/identify.ts'
import {
  paymentData,
  paymentIdRequired,
  paymentInput,
  paymentNotFound,
  paymentQuery,
  paymentRecorded,
  paymentRecordedData,
  paymentRequired,
} from '@tributary/contract/payment.ts'
import {
  dimensions,
  filterOperators,
  metrics,
  metricsRequired,
  models,
  queryData,
  queryInput,
} from '@tributary/contract/query.ts'
import {
  erasureData,
  erasureQuery,
  visitorData,
  visitorErased,
  visitorIdRequired,
  visitorNotFound,
  visitorQuery,
} from '@tributary/contract/visitor.ts'
import { bodyLimitBytes } from '../json-body.ts'
import { annotationOperations } from './annotation-operations.ts'
import {
  eventsExamples,
  goalExamples,
  hitExamples,
  identifyExamples,
  paymentExample,
  paymentExamples,
  queryExample,
  queryExamples,
  visitorExample,
} from './examples.ts'
import { exportOperations } from './export-operations.ts'
import { inboxOperations } from './inbox-operations.ts'
import type { Operation, Refusal } from './operation.ts'
import { profileOperations } from './profile-operations.ts'
import { questionOperations } from './question-operations.ts'
import { spendOperations } from './spend-operations.ts'

const json = ['application/json'] as const

const invalid = (message: string): Refusal => ({
  status: 400,
  description: 'Something required is missing, or a value breaks its rule; the message names it',
  message,
})
const tooCostly: Refusal = {
  status: 422,
  description:
    'The question would look at too much, or took too long; the message says what to narrow',
  message:
    'The question took too long to answer. Ask for a shorter range, fewer dimensions, or fewer filters by page, goal, property, visitor or hit.',
}
const otherBody: Refusal = {
  status: 409,
  description: 'The `Idempotency-Key` was used with another body within 24 hours',
  message: 'This Idempotency-Key was used with another body',
}

/** A vocabulary as prose: each word with what it means. */
function words(vocabulary: Readonly<Record<string, string>>): string {
  return Object.entries(vocabulary)
    .map(([name, meaning]) => `\`${name}\` ${meaning}`)
    .join(' ')
}

const recordGoal: Operation = {
  method: 'post',
  path: '/api/v1/goal',
  id: 'recordGoal',
  summary: 'Record a goal',
  description:
    'Notes that a visitor reached a goal: a sign-up, a download, anything with a name. On disk when it is answered. A visitor who is not known yet is fine: the goal joins when their first hit arrives. It never starts or extends a session.',
  scopes: ['goals:write'],
  body: {
    schema: goalInput,
    contentTypes: json,
    limitBytes: bodyLimitBytes,
    examples: goalExamples,
  },
  takesIdempotencyKey: true,
  reply: {
    status: 200,
    description: 'The goal is recorded',
    data: { schema: goalData, example: { message: 'Goal "signup" tracked' } },
  },
  refusals: [invalid(eventRequired), otherBody],
}

const recordPayment: Operation = {
  method: 'post',
  path: '/api/v1/payment',
  id: 'recordPayment',
  summary: 'Record a payment',
  description:
    'Records a payment and links it to a visitor: by the ids, then by e-mail where the site allows it, then by time. It is known by `provider` and `providerPaymentId`: sent again it answers the same `paymentId`, counts once and fills what was empty. Amounts are exact to the minor unit of the currency.',
  scopes: ['payments:write'],
  body: {
    schema: paymentInput,
    contentTypes: json,
    limitBytes: bodyLimitBytes,
    examples: paymentExamples,
  },
  takesIdempotencyKey: true,
  reply: {
    status: 200,
    description: 'The payment is recorded',
    data: {
      schema: paymentRecordedData,
      example: { paymentId: 'pay_4fK9sQ2mXr7TbVw1Lz0C', message: paymentRecorded },
    },
  },
  refusals: [invalid(paymentRequired), otherBody],
}

const getPayment: Operation = {
  method: 'get',
  path: '/api/v1/payment',
  id: 'getPayment',
  summary: 'Read a payment',
  description:
    'One payment with its refunds, the visitor it is linked to, and the receipt: what each way of linking found and what was reported when. Name it by `paymentId`, or by `provider` and any id that the provider uses for it. A key with `stats:read` alone gets it without what names a person.',
  scopes: ['payments:write', 'visitors:read', 'stats:read'],
  query: {
    schema: paymentQuery,
    example: { provider: 'stripe', providerPaymentId: 'pi_3PqX2e' },
  },
  reply: {
    status: 200,
    description: 'The payment',
    data: { schema: paymentData, example: paymentExample },
  },
  refusals: [
    invalid(paymentIdRequired),
    { status: 404, description: 'The site has no such payment', message: paymentNotFound },
  ],
}

const getVisitor: Operation = {
  method: 'get',
  path: '/api/v1/visitor',
  id: 'getVisitor',
  summary: 'Read a visitor',
  description:
    "One visitor's totals, sessions and page views, newest first; everything that was acknowledged before is included. The totals are always whole. For more than fits, ask again with `before`.",
  scopes: ['visitors:read'],
  query: { schema: visitorQuery, example: { visitorId: 'v_5f3a9c' } },
  reply: {
    status: 200,
    description: 'The visitor',
    data: { schema: visitorData, example: visitorExample },
  },
  refusals: [
    invalid(visitorIdRequired),
    {
      status: 404,
      description: 'The site has not seen this visitor',
      message: visitorNotFound,
    },
  ],
}

const recordEvents: Operation = {
  method: 'post',
  path: '/api/v1/events',
  id: 'recordEvents',
  summary: 'Record many events',
  description:
    'Accepts up to 1,000 page views, goals and identify calls from your server, also past ones, each with its own time and user agent. Items are independent: an invalid one is reported with its index, counted from 0, and the others are stored. A page view or goal needs `url` or `path`; a goal needs `name`. An `ip` is read for the country and forgotten.',
  scopes: ['events:write'],
  body: {
    schema: eventsInput,
    contentTypes: json,
    limitBytes: 1024 * 1024,
    examples: eventsExamples,
  },
  takesIdempotencyKey: true,
  reply: {
    status: 200,
    description: 'What became of the items',
    data: {
      schema: eventsOutput,
      example: { accepted: 1, rejected: [{ index: 1, message: 'url or path is required' }] },
    },
  },
  refusals: [invalid('events must be an array of 1 to 1000 items'), otherBody],
}

const identify: Operation = {
  method: 'post',
  path: '/api/v1/identify',
  id: 'identify',
  summary: 'Tell who a visitor is',
  description:
    'Connects a visitor with an e-mail address or your own identifier of the user, so that later payments find them. The address is kept only as a keyed hash, and only where the site has user identification on. Give `email`, `userId` or both. Said again, it is still said once.',
  scopes: ['events:write', 'payments:write', 'goals:write'],
  body: {
    schema: identifyInput,
    contentTypes: json,
    limitBytes: bodyLimitBytes,
    examples: identifyExamples,
  },
  reply: {
    status: 200,
    description: 'It is noted',
    data: { schema: identifyData, example: { message: identified } },
  },
  refusals: [invalid(identifyRequired)],
}

const query: Operation = {
  method: 'post',
  path: '/api/v1/query',
  id: 'query',
  summary: 'Ask a report',
  description: `Counts metrics, broken down by dimensions, over days of a time zone; the dashboard asks in the same words. Money is credited by \`model\` (${models.join(', ')}; the first by default) and comes to the same total in every model, to the minor unit. Filters are conditions \`[operator, dimension, [values]]\` with ${filterOperators.join(', ')} (RE2 expressions); \`["and", […]]\`, \`["or", […]]\` and \`["not", …]\` join them, \`["visitor", …]\` asks them of everything the visitor did in the range, \`["hit", …]\` of one page view or goal at once. A question that looks at too much is refused with 422. What was acknowledged before is included.\n\nMetrics: ${words(metrics)}\n\nDimensions: ${words(dimensions)} \`property:NAME\`: A property of goals, counted as goals are.`,
  scopes: ['stats:read'],
  body: {
    schema: queryInput,
    contentTypes: json,
    limitBytes: bodyLimitBytes,
    examples: queryExamples,
  },
  reply: {
    status: 200,
    description: 'The answer, and the question as it was understood',
    data: { schema: queryData, example: queryExample },
    tables: ['rows'],
  },
  refusals: [invalid(metricsRequired), tooCostly],
}

const collect: Operation = {
  method: 'post',
  path: '/api/collect',
  id: 'collect',
  summary: 'Take a hit from a browser',
  description:
    "What the script on your pages calls; here for those who write a tracker of their own. Needs no key, takes no money, and may be called from every origin. Time, address and browser are the request's own. `identify` needs `userId`, or `email` where the site has user identification on.",
  scopes: [],
  body: {
    schema: hitInput,
    contentTypes: ['application/json', 'text/plain'],
    limitBytes: bodyLimitBytes,
    examples: hitExamples,
  },
  reply: {
    status: 202,
    description:
      'Taken and on disk; or dropped for the reason in `X-Tributary-Dropped`, such as `bot`',
  },
  refusals: [invalid('url is required')],
}

const eraseVisitor: Operation = {
  method: 'delete',
  path: '/api/v1/visitor',
  id: 'eraseVisitor',
  summary: 'Forget a visitor',
  description:
    'Removes what the site knows about one person: page views, goals, addresses and user ids. Payments stay, with their amounts and without what names anybody. Where that takes longer than 40 seconds the answer is 503, and it continues: asked again, 404 says that it is done.',
  scopes: ['events:write'],
  query: { schema: erasureQuery, example: { visitorId: 'v_5f3a9c' } },
  reply: {
    status: 200,
    description: 'The visitor is forgotten',
    data: {
      schema: erasureData,
      example: { message: visitorErased, events: 4, identities: 2, payments: 1 },
    },
  },
  refusals: [
    invalid(visitorIdRequired),
    {
      status: 404,
      description: 'The site knows nothing of this visitor, or no longer',
      message: visitorNotFound,
    },
  ],
}

/** The whole public API, in the order in which it is shown and in which the examples work. */
export const operations: readonly Operation[] = [
  recordGoal,
  recordPayment,
  recordEvents,
  identify,
  getVisitor,
  ...profileOperations,
  getPayment,
  ...inboxOperations,
  query,
  ...questionOperations,
  ...spendOperations,
  ...exportOperations,
  ...annotationOperations,
  collect,
  eraseVisitor,
]
