import type { SignatureVector } from './signature-vectors.ts'

// Computed with Python's `hmac` like signature-vectors.ts, over the body alone.
export const bodySignatureVectors: readonly SignatureVector[] = [
  {
    provider: 'paystack',
    name: 'SHA-512 in hex over the bytes',
    headers: {
      'x-paystack-signature':
        '3cff80346d85b3e653fb0293a6fecd2f420f4b926729fb7ab86de050ce4000be935a071efcebfd1b59687cd88552156e7c7dda4244d1521cf35340100c596385',
    },
    accepted: true,
  },
  {
    provider: 'paystack',
    name: 'SHA-256 instead',
    headers: {
      'x-paystack-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: false,
  },
  {
    provider: 'paystack',
    name: 'half a signature',
    headers: {
      'x-paystack-signature': '3cff80346d85b3e653fb0293a6fecd2f420f4b926729fb7ab86de050ce4000be',
    },
    accepted: false,
  },
  {
    provider: 'paystack',
    name: 'another body',
    headers: {
      'x-paystack-signature':
        '3cff80346d85b3e653fb0293a6fecd2f420f4b926729fb7ab86de050ce4000be935a071efcebfd1b59687cd88552156e7c7dda4244d1521cf35340100c596385',
    },
    body: '{}',
    accepted: false,
  },
  {
    provider: 'paystack',
    name: 'no header',
    headers: {},
    accepted: false,
  },
  {
    provider: 'razorpay',
    name: 'hex over the bytes',
    headers: {
      'x-razorpay-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: true,
  },
  {
    provider: 'razorpay',
    name: 'SHA-512 instead',
    headers: {
      'x-razorpay-signature':
        '3cff80346d85b3e653fb0293a6fecd2f420f4b926729fb7ab86de050ce4000be935a071efcebfd1b59687cd88552156e7c7dda4244d1521cf35340100c596385',
    },
    accepted: false,
  },
  {
    provider: 'razorpay',
    name: 'half a signature',
    headers: { 'x-razorpay-signature': 'd5c47d702f01cbea255dc20880a48334' },
    accepted: false,
  },
  {
    provider: 'razorpay',
    name: 'another body',
    headers: {
      'x-razorpay-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    body: '{}',
    accepted: false,
  },
  {
    provider: 'razorpay',
    name: 'no header',
    headers: {},
    accepted: false,
  },
  {
    provider: 'mollie',
    name: 'hex over the bytes, named',
    headers: {
      'x-mollie-signature':
        'sha256=d5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: true,
  },
  {
    provider: 'mollie',
    name: 'hex over the bytes alone',
    headers: {
      'x-mollie-signature': 'd5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: true,
  },
  {
    provider: 'mollie',
    name: 'the second of two, as while a secret is rotated',
    headers: {
      'x-mollie-signature':
        'sha256=0000000000000000000000000000000000000000000000000000000000000000, sha256=d5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    accepted: true,
  },
  {
    provider: 'mollie',
    name: 'none of two',
    headers: {
      'x-mollie-signature':
        'sha256=0000000000000000000000000000000000000000000000000000000000000000, sha256=0000000000000000000000000000000000000000000000000000000000000000',
    },
    accepted: false,
  },
  {
    provider: 'mollie',
    name: 'half a signature',
    headers: { 'x-mollie-signature': 'sha256=d5c47d702f01cbea255dc20880a48334' },
    accepted: false,
  },
  {
    provider: 'mollie',
    name: 'another body',
    headers: {
      'x-mollie-signature':
        'sha256=d5c47d702f01cbea255dc20880a48334a5b1a1fdfcc728921451edf44bb9591f',
    },
    body: '{}',
    accepted: false,
  },
  {
    provider: 'mollie',
    name: 'a classic webhook, which has no signature',
    headers: {},
    body: 'id=tr_5B8cwPMGnU6qLbRvo7qEZo',
    accepted: false,
  },
]
