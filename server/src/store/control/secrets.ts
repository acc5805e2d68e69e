import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The uses of the installation's secret. Each purpose has its own key. */
export interface Secrets {
  /** Encrypts text for storing; the same text looks different every time. */
  seal(purpose: string, text: string): string
  /**
   * Decrypts what `seal` encrypted for the same purpose. Throws if the text was changed or sealed for another
   * purpose.
   */
  open(purpose: string, sealed: string): string
  /** A keyed hash by which equal texts of one purpose are found without storing them. */
  hash(purpose: string, text: string): string
}

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** The texts that all keys are derived from; both are the same until the secret is first changed. */
export interface KeyRoots {
  seal: string
  /** Never changes: hashes cannot be computed again, as their texts are stored nowhere. */
  hash: string
}

/** Derives the keys (HKDF-SHA256) that encrypt (AES-256-GCM) and hash (HMAC-SHA256) stored values. */
export function deriveSecrets(from: string | KeyRoots): Secrets {
  const roots = typeof from === 'string' ? { seal: from, hash: from } : from
  const keyOf = (use: keyof KeyRoots, purpose: string) =>
    Buffer.from(hkdfSync('sha256', roots[use], '', `tributary ${version} ${use} ${purpose}`, 32))
  return {
    seal(purpose, text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf('seal', purpose), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), body])
      return `${version}.${sealed.toString('base64url')}`
    },
    open(purpose, sealed) {
      if (!sealed.startsWith(`${version}.`)) throw new Error('unknown form of encrypted text')
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf('seal', purpose),
        bytes.subarray(0, ivBytes),
        { authTagLength: tagBytes },
      )
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const body = decipher.update(bytes.subarray(ivBytes + tagBytes))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    },
    hash(purpose, text) {
      return createHmac('sha256', keyOf('hash', purpose)).update(text, 'utf8').digest('base64url')
    },
  }
}
