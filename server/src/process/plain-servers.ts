import { isIP } from 'node:net'
import { isPublicAddress } from '../outside/public-address.ts'

/** A configured server that is reached without encryption, over a network. */
export interface PlainServer {
  /** Which setting names it. */
  setting: string
  host: string
  /** What to write in the setting for encryption. */
  remedy: string
  /** Whether it can only be on a private network, by its address, or by a name that only such a network knows. */
  isPrivate: boolean
}

interface Servers {
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  redisUrl: string | undefined
}

/** The databases with an address without TLS, except those on this machine. */
export function plainServers({ databaseUrl, clickhouseUrl, redisUrl }: Servers): PlainServer[] {
  const asked = [
    {
      setting: 'DATABASE_URL',
      url: databaseUrl,
      remedy: 'sslmode=verify-full',
      isPlain: isPlainPostgres,
    },
    {
      setting: 'CLICKHOUSE_URL',
      url: clickhouseUrl,
      remedy: 'https://',
      isPlain: isScheme('http:'),
    },
    { setting: 'REDIS_URL', url: redisUrl, remedy: 'rediss://', isPlain: isScheme('redis:') },
  ]
  return asked.flatMap(({ setting, url: text, remedy, isPlain }) => {
    if (text === undefined) return []
    const url = new URL(text)
    const host = hostOf(url)
    if (!isPlain(url) || isHere(host)) return []
    return [{ setting, host, remedy, isPrivate: !isReachedFromAnywhere(host) }]
  })
}

const isScheme = (scheme: string) => (url: URL) => url.protocol === scheme

/** In the driver's notation: all of these check the certificate. */
const encrypted = ['require', 'verify-ca', 'verify-full']

function isPlainPostgres({ searchParams }: URL): boolean {
  return (
    !encrypted.includes(searchParams.get('sslmode') ?? '') && searchParams.get('ssl') !== 'true'
  )
}

/** Postgres's URLs may name the host, or the folder of a socket, as a parameter. */
function hostOf({ hostname, searchParams }: URL): string {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.replace(/^\[(.*)\]$/, '$1')
}

function isHere(host: string): boolean {
  return host === '' || host.startsWith('/') || host === 'localhost' || /^(127\.|::1$)/.test(host)
}

const privateNames = /(^[^.]+|\.(local|internal|lan|home\.arpa|svc|svc\.cluster\.local))$/i

function isReachedFromAnywhere(host: string): boolean {
  return isIP(host) === 0 ? !privateNames.test(host) : isPublicAddress(host)
}
