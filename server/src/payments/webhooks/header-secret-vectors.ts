import type { SignatureVector } from './signature-vectors.ts'

// These providers sign no body: a header holds the secret itself.
export const headerSecretVectors: readonly SignatureVector[] = [
  {
    provider: 'revenuecat',
    name: 'the value that was set',
    headers: { authorization: 'whsec_tributary_0123456789' },
    accepted: true,
  },
  {
    provider: 'revenuecat',
    name: 'the value with a scheme in front',
    headers: { authorization: 'Bearer whsec_tributary_0123456789' },
    accepted: true,
  },
  {
    provider: 'revenuecat',
    name: 'the beginning of the value',
    headers: { authorization: 'whsec_tributary_012345678' },
    accepted: false,
  },
  {
    provider: 'revenuecat',
    name: 'the value in other letters',
    headers: { authorization: 'WHSEC_TRIBUTARY_0123456789' },
    accepted: false,
  },
  {
    provider: 'revenuecat',
    name: 'an empty value',
    headers: { authorization: '' },
    accepted: false,
  },
  {
    provider: 'revenuecat',
    name: 'no value',
    headers: {},
    accepted: false,
  },
]
