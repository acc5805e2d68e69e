import type { SignatureVector } from './signature-vectors.ts'

// These providers sign no body: a header contains the secret itself.
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
  {
    provider: 'chargebee',
    name: 'name and password',
    headers: { authorization: 'Basic dHJpYnV0YXJ5Ondoc2VjX3RyaWJ1dGFyeV8wMTIzNDU2Nzg5' },
    accepted: true,
  },
  {
    provider: 'chargebee',
    name: 'another name',
    headers: { authorization: 'Basic c2hvcDp3aHNlY190cmlidXRhcnlfMDEyMzQ1Njc4OQ==' },
    accepted: true,
  },
  {
    provider: 'chargebee',
    name: 'another password',
    headers: { authorization: 'Basic dHJpYnV0YXJ5Ondoc2VjX3RyaWJ1dGFyeV8wMTIzNDU2Nzg=' },
    accepted: false,
  },
  {
    provider: 'chargebee',
    name: 'the password as the name',
    headers: { authorization: 'Basic d2hzZWNfdHJpYnV0YXJ5XzAxMjM0NTY3ODk6' },
    accepted: false,
  },
  {
    provider: 'chargebee',
    name: 'a password without a name',
    headers: { authorization: 'Basic d2hzZWNfdHJpYnV0YXJ5XzAxMjM0NTY3ODk=' },
    accepted: false,
  },
  {
    provider: 'chargebee',
    name: 'the password of another scheme',
    headers: { authorization: 'Bearer whsec_tributary_0123456789' },
    accepted: false,
  },
  {
    provider: 'chargebee',
    name: 'no name and password',
    headers: {},
    accepted: false,
  },
]
