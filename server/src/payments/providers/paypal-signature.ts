import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Delivery, EndpointKeys, Outside, Verdict } from './provider.ts'
import { timeOf } from './wire/fields.ts'
import { rejected, timeProblem } from './wire/hmac.ts'

/** Stored with deliveries of PayPal's webhook simulator. */
export const simulatorNote = 'tributary-paypal-simulator'
/** The webhook id under which the simulator signs. */
const simulatorId = 'WEBHOOK_ID'

const signers = [
  'messageverificationcerts.paypal.com',
  'messageverificationcerts.sandbox.paypal.com',
]

/** Checks a delivery against PayPal's certificate, and the certificate against the trusted roots. */
export async function verifyPaypal(
  { body, headers }: Delivery,
  { secrets, toleranceSeconds }: EndpointKeys,
  { nowMs, outside }: { nowMs: number; outside: Outside },
): Promise<Verdict> {
  const id = headers['paypal-transmission-id']
  const time = headers['paypal-transmission-time']
  const signature = headers['paypal-transmission-sig']
  const address = headers['paypal-cert-url']
  if (!id || !time || !signature || !address) return rejected('missing-signature')
  if (headers['paypal-auth-algo'] !== 'SHA256withRSA') return rejected('wrong-signature')
  const seconds = String(Math.floor((timeOf(time) ?? Number.NaN) / 1000))
  const problem = timeProblem(seconds, nowMs, toleranceSeconds)
  if (problem !== undefined) return rejected(problem)
  if (!isPaypalAddress(address)) return rejected('untrusted-certificate')
  const certificate = trustedSigner(await outside.readCertificates(address), outside, nowMs)
  if (certificate === undefined) return rejected('untrusted-certificate')

  const checksum = crc32(body)
  const isOf = (webhookId: string) =>
    createVerify('RSA-SHA256')
      .update(`${id}|${time}|${webhookId}|${checksum}`)
      .verify(certificate.publicKey, signature, 'base64')
  if (secrets.some(isOf)) return { kind: 'accepted' }
  if (isOf(simulatorId)) return { kind: 'accepted', notes: { [simulatorNote]: '1' } }
  return rejected('wrong-signature')
}

/** The header is not signed, so a sender could make us request any host. */
export function isPaypalAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    /^([a-z0-9-]+\.)+paypal\.com$/.test(url.hostname)
  )
}

/** The first certificate, if it is PayPal's, valid now, and leads through the others to a trusted root. */
function trustedSigner(
  pem: string,
  { trustedRoots }: Outside,
  nowMs: number,
): X509Certificate | undefined {
  const chain = certificatesIn(pem)
  const [signer] = chain
  if (signer === undefined || signer.publicKey.asymmetricKeyType !== 'rsa') return undefined
  if (!signers.some((name) => signer.checkHost(name) !== undefined)) return undefined
  let current = signer
  const left = new Set(chain.slice(1))
  for (;;) {
    if (!holdsAt(current, nowMs)) return undefined
    const issuer = current
    const root = trustedRoots
      .map((text) => new X509Certificate(text))
      .find((candidate) => isIssuedBy(issuer, candidate) && holdsAt(candidate, nowMs))
    if (root !== undefined) return signer
    const next = [...left].find((candidate) => candidate.ca && isIssuedBy(issuer, candidate))
    if (next === undefined) return undefined
    left.delete(next)
    current = next
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function holdsAt(certificate: X509Certificate, nowMs: number): boolean {
  return certificate.validFromDate.getTime() <= nowMs && nowMs <= certificate.validToDate.getTime()
}

function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.slice(0, 10).map((block) => new X509Certificate(block))
  } catch {
    // PayPal's address returned no certificate: nothing to trust.
    return []
  }
}
