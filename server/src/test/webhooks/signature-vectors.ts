/** A delivery with signed headers, the clock (Unix seconds) it is checked at, and the expected result. */
export interface SignatureVector {
  provider: string
  name: string
  headers: Record<string, string>
  accepted: boolean
  /** Unless they are the usual ones below. */
  secret?: string
  body?: string
  at?: number
  /** The endpoint's own, in seconds. */
  tolerance?: number
}

/** Defaults of a vector: it was signed at this second. */
export const usual = {
  secret: 'whsec_tributary_0123456789',
  body: '{"id":"evt_1","type":"payment","note":"Grüße, 29,00 €","amount":2900}',
  at: 1790000000,
}

// Computed with Python's `hmac` from each provider's documentation, independently of the code under test.
export const signatureVectors: readonly SignatureVector[] = [
  {
    provider: 'stripe',
    name: 'signed over the time and the bytes',
    headers: {
      'stripe-signature':
        't=1790000000,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    accepted: true,
  },
  {
    provider: 'stripe',
    name: '300 seconds old',
    headers: {
      'stripe-signature':
        't=1790000000,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    at: 1790000300,
    accepted: true,
  },
  {
    provider: 'stripe',
    name: '301 seconds old',
    headers: {
      'stripe-signature':
        't=1790000000,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    at: 1790000301,
    accepted: false,
  },
  {
    provider: 'stripe',
    name: '301 seconds ahead of the clock',
    headers: {
      'stripe-signature':
        't=1790000000,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    at: 1789999699,
    accepted: false,
  },
  {
    provider: 'stripe',
    name: 'the second of two signatures, as while a secret is rolled',
    headers: {
      'stripe-signature':
        't=1790000000,v1=c431a639fcb6f71abb4691e8e93e50138226797c6ae51e0b503cb6e1f95c7f5c,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    accepted: true,
  },
  {
    provider: 'stripe',
    name: 'only the old scheme v0',
    headers: {
      'stripe-signature':
        't=1790000000,v0=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    accepted: false,
  },
  {
    provider: 'stripe',
    name: 'another secret',
    headers: {
      'stripe-signature':
        't=1790000000,v1=ff83fd8673cd722fb35a7934155f2094be5f0eef571018f866f7ed6b14b66c1e',
    },
    accepted: false,
  },
  {
    provider: 'stripe',
    name: 'another time than the signed one',
    headers: {
      'stripe-signature':
        't=1790000001,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    accepted: false,
  },
  {
    provider: 'stripe',
    name: 'the same JSON written differently',
    headers: {
      'stripe-signature':
        't=1790000000,v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    body: '{"id": "evt_1", "type": "payment", "note": "Grüße, 29,00 €", "amount": 2900}',
    accepted: false,
  },
  {
    provider: 'stripe',
    name: 'no time',
    headers: {
      'stripe-signature': 'v1=53ec37da66a651e1227daf34b7864bf209377f6132a852d2afcc7ada69301d31',
    },
    accepted: false,
  },
  { provider: 'stripe', name: 'no header', headers: {}, accepted: false },
  {
    provider: 'paddle',
    name: 'signed over the time and the bytes',
    headers: {
      'paddle-signature':
        'ts=1790000000;h1=03c5f844738bf00277ec73fa9f62ebf9aac6e0d198096779853baf29c2190ea2',
    },
    accepted: true,
  },
  {
    provider: 'paddle',
    name: '60 seconds old',
    headers: {
      'paddle-signature':
        'ts=1790000000;h1=03c5f844738bf00277ec73fa9f62ebf9aac6e0d198096779853baf29c2190ea2',
    },
    at: 1790000060,
    accepted: true,
  },
  {
    provider: 'paddle',
    name: '61 seconds old',
    headers: {
      'paddle-signature':
        'ts=1790000000;h1=03c5f844738bf00277ec73fa9f62ebf9aac6e0d198096779853baf29c2190ea2',
    },
    at: 1790000061,
    accepted: false,
  },
  {
    provider: 'paddle',
    name: '6 seconds old where the endpoint allows 5',
    headers: {
      'paddle-signature':
        'ts=1790000000;h1=03c5f844738bf00277ec73fa9f62ebf9aac6e0d198096779853baf29c2190ea2',
    },
    at: 1790000006,
    accepted: false,
    tolerance: 5,
  },
  {
    provider: 'paddle',
    name: 'the first of two signatures',
    headers: {
      'paddle-signature':
        'ts=1790000000;h1=03c5f844738bf00277ec73fa9f62ebf9aac6e0d198096779853baf29c2190ea2;h1=8c0f1d7b4d376490cd26235cb9fffd274fed93f062b28c52fbd9f0d9ddad3bfb',
    },
    accepted: true,
  },
  {
    provider: 'paddle',
    name: 'another body',
    headers: {
      'paddle-signature':
        'ts=1790000000;h1=03c5f844738bf00277ec73fa9f62ebf9aac6e0d198096779853baf29c2190ea2',
    },
    body: '{}',
    accepted: false,
  },
  {
    provider: 'lemonsqueezy',
    name: 'hex over the bytes',
    headers: { 'x-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f' },
    accepted: true,
  },
  {
    provider: 'lemonsqueezy',
    name: 'half a signature',
    headers: { 'x-signature': 'd5c47d702f01cbea255dc20880a48334' },
    accepted: false,
  },
  {
    provider: 'lemonsqueezy',
    name: 'another body',
    headers: { 'x-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f' },
    body: '{"id":"evt_1","type":"payment","note":"Grüße, 29,00 €","amount":2900} ',
    accepted: false,
  },
  {
    provider: 'polar',
    name: 'keyed with the text of the secret',
    secret: 'polar_secret_1',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,3WuFZ79vuXz8/SFFFY2cUWGH1sIh070Tl5uhk97evKI=',
    },
    accepted: true,
  },
  {
    provider: 'polar',
    name: 'a whsec_ secret taken as text',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,kzHK213IALfjjvPPsSVSZPUrZ5NVj5MGXe/LbxCToDo=',
    },
    accepted: true,
  },
  {
    provider: 'polar',
    name: 'a whsec_ secret taken as base64',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: true,
  },
  {
    provider: 'polar',
    name: '301 seconds old',
    secret: 'polar_secret_1',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,3WuFZ79vuXz8/SFFFY2cUWGH1sIh070Tl5uhk97evKI=',
    },
    at: 1790000301,
    accepted: false,
  },
  {
    provider: 'dodopayments',
    name: 'keyed with the decoded secret',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: true,
  },
  {
    provider: 'dodopayments',
    name: 'one of several, with other versions',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature':
        'v1a,AAAA v1,a3O0zU8ccYif+4LbtwUWDDyE6ckq7uFc748RBF3i+E0= v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: true,
  },
  {
    provider: 'dodopayments',
    name: 'only another version',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1a,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: false,
  },
  {
    provider: 'dodopayments',
    name: 'no version',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: false,
  },
  {
    provider: 'dodopayments',
    name: 'another id than the signed one',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_2',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: false,
  },
  {
    provider: 'dodopayments',
    name: '300 seconds ahead of the clock',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    at: 1789999700,
    accepted: true,
  },
  {
    provider: 'dodopayments',
    name: '301 seconds ahead of the clock',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    at: 1789999699,
    accepted: false,
  },
  {
    provider: 'creem',
    name: 'hex over the bytes',
    headers: {
      'creem-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: true,
  },
  {
    provider: 'creem',
    name: 'upper case with a prefix',
    headers: {
      'creem-signature': 'sha256=D5C47D702F01CBEA255DC20880A48334A5B1A1FDFCC728921451EDF44BB9591F',
    },
    accepted: true,
  },
  {
    provider: 'creem',
    name: 'the newer scheme',
    secret: 'whsec_dHJpYnV0YXJ5LXdlYmhvb2sta2V5LW9mLTMyLWJ5dGU=',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,xAYt3dwRYdInOTWAw+EhxL9RKUqry7A2LfG7HG1LpMI=',
    },
    accepted: true,
  },
  {
    provider: 'creem',
    name: 'a wrong signature of the newer scheme with a valid one of the older',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1790000000',
      'webhook-signature': 'v1,cBSTyeiaypP1dKfZcHwsRFc/xCadSBfx0GrN4CS4AE0=',
      'creem-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: false,
  },
  {
    provider: 'shopify',
    name: 'base64 over the bytes',
    headers: { 'x-shopify-hmac-sha256': '1cR9cC8By+olXcIIgKSDNKWxof38xyiSFFHt9Eu5WR8=' },
    accepted: true,
  },
  {
    provider: 'shopify',
    name: 'the newer name of the header',
    headers: { 'shopify-hmac-sha256': '1cR9cC8By+olXcIIgKSDNKWxof38xyiSFFHt9Eu5WR8=' },
    accepted: true,
  },
  {
    provider: 'shopify',
    name: 'hex instead of base64',
    headers: {
      'x-shopify-hmac-sha256': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: false,
  },
  {
    provider: 'woocommerce',
    name: 'base64 over the bytes',
    headers: { 'x-wc-webhook-signature': '1cR9cC8By+olXcIIgKSDNKWxof38xyiSFFHt9Eu5WR8=' },
    accepted: true,
  },
  {
    provider: 'woocommerce',
    name: 'another body',
    headers: { 'x-wc-webhook-signature': '1cR9cC8By+olXcIIgKSDNKWxof38xyiSFFHt9Eu5WR8=' },
    body: '{}',
    accepted: false,
  },
]
