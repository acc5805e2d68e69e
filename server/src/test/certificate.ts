import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { isIPv4 } from 'node:net'
import { dayMs } from '../time/durations.ts'

/** A certificate with its key, made here for tests only. */
export interface TestCertificate {
  pem: string
  key: KeyObject
  name: string
}

interface Wanted {
  /** A host name or an IPv4 address, if it is for a server. */
  name: string
  isAuthority: boolean
  issuer?: TestCertificate
  validFrom?: Date
  validTo?: Date
}

/** Makes an X.509 certificate (RSA, SHA-256); without an issuer it signs itself. */
export function aCertificate({ name, isAuthority, issuer, ...times }: Wanted): TestCertificate {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = createPrivateKey(pair.privateKey)
  const { validFrom = new Date(Date.now() - dayMs), validTo = new Date(Date.now() + dayMs) } = times
  const algorithm = sequence(oid('2a864886f70d01010b'), tagged(0x05))
  const basics = sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : []))
  const extensions = [
    sequence(oid('551d13'), tagged(0x01, Buffer.from([0xff])), octets(basics)),
    sequence(oid('551d11'), octets(sequence(subjectName(name)))),
  ]
  const toSign = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(7)])),
    algorithm,
    distinguished(issuer?.name ?? name),
    sequence(time(validFrom), time(validTo)),
    distinguished(name),
    pair.publicKey,
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = sign('RSA-SHA256', toSign, issuer?.key ?? key)
  const der = sequence(toSign, algorithm, tagged(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { pem, key, name }
}

/** A dNSName is tagged with 2, an iPAddress with 7. */
function subjectName(name: string): Buffer {
  if (isIPv4(name)) return tagged(0x87, Buffer.from(name.split('.').map(Number)))
  return tagged(0x82, Buffer.from(name))
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const octets = (content: Buffer) => tagged(0x04, content)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const distinguished = (name: string) =>
  sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
const time = (at: Date) =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
