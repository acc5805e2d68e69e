import type { SignatureVector } from './signature-vectors.ts'

// Computed with Python's `hmac` like signature-vectors.ts, over id, time and body.
export const standardWebhookVectors: readonly SignatureVector[] = [
  {
    provider: 'whop',
    name: 'keyed with the text of the secret',
    secret: 'ws_0123456789abcdef',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,7Eo4pqVT1aLKfB02BtVi7olDEi7MkQTHsvTZni/PYL0=',
    },
    accepted: true,
  },
  {
    provider: 'whop',
    name: 'one of several',
    secret: 'ws_0123456789abcdef',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,AAAA v1,7Eo4pqVT1aLKfB02BtVi7olDEi7MkQTHsvTZni/PYL0=',
    },
    accepted: true,
  },
  {
    provider: 'whop',
    name: 'keyed with the decoded secret',
    secret: 'ws_0123456789abcdef',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,+6wj8eu9pv3tBdc6/roHFT8HdWJLZF+MUAXPzTcaFRo=',
    },
    accepted: false,
  },
  {
    provider: 'whop',
    name: 'another id than the signed one',
    secret: 'ws_0123456789abcdef',
    headers: {
      'webhook-id': 'msg_2',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,7Eo4pqVT1aLKfB02BtVi7olDEi7MkQTHsvTZni/PYL0=',
    },
    accepted: false,
  },
  {
    provider: 'whop',
    name: '301 seconds old',
    secret: 'ws_0123456789abcdef',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,7Eo4pqVT1aLKfB02BtVi7olDEi7MkQTHsvTZni/PYL0=',
    },
    at: 1790000301,
    accepted: false,
  },
  {
    provider: 'whop',
    name: 'no version',
    secret: 'ws_0123456789abcdef',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': '7Eo4pqVT1aLKfB02BtVi7olDEi7MkQTHsvTZni/PYL0=',
    },
    accepted: false,
  },
]
