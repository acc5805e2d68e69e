import { queryParameters } from '../data/query-parameters.ts'

const secretNames = new Set(queryParameters.secret)

/** Whether a query parameter's name suggests secrets or personal data. */
export function isSecretName(name: string): boolean {
  const plain = name.replace(/[-_.[\]\s]/g, '')
  return (
    secretNames.has(plain) || queryParameters.secretEndings.some((ending) => plain.endsWith(ending))
  )
}

const emailAddress = /[^\s@/?#&=;,:<>"'()]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/i
const emailAddresses = new RegExp(emailAddress.source, 'gi')
const signedToken = /^ey[\w-]{8,}\.[\w-]{8,}\./

/** Whether a value is an e-mail address or a signed token, whatever the name of its parameter. */
export function looksPersonal(value: string): boolean {
  return (value.includes('@') && emailAddress.test(value)) || signedToken.test(value)
}

/** A path without e-mail addresses and session ids, which some sites include. */
export function withoutPersonalData(path: string): string {
  let clean = path
  if (clean.includes('@') || /%40/i.test(clean)) {
    clean = clean.replace(/%40/gi, '@').replace(emailAddresses, '[email]')
  }
  return clean.includes(';') ? clean.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, '') : clean
}
