import type { TSchema } from 'typebox'
import { providerApiUrls } from './provider-api-urls.ts'
import {
  addressRange,
  clusterName,
  domain,
  flag,
  hostName,
  issuer,
  list,
  memorySize,
  oneOf,
  sender,
  url,
  whole,
  words,
} from './setting-types.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Where the European Central Bank publishes its euro foreign exchange reference rates. */
export const ecbFolder = 'https://www.ecb.europa.eu/stats/eurofxref/'

/** One setting: how it is read, and its description in `docs/self-hosting.md` and `.env.example`. */
interface Setting {
  readonly schema: TSchema
  /** The default. */
  readonly default?: unknown
  /** The default in words, if its value is not self-explanatory. */
  readonly fallback?: string
  readonly text: string
}

const none: readonly string[] = []

/** All settings, by the name of their environment variable. */
export const settings = {
  PORT: {
    schema: whole(0, 65_535),
    default: 3000,
    text: 'Port to listen on.',
  },
  HOST: {
    schema: words(),
    default: '127.0.0.1',
    text: 'Address to listen on. Use 0.0.0.0 behind a proxy on another machine.',
  },
  DATA_DIR: {
    schema: words(),
    default: './data',
    text: 'Folder for all stored data. Back it up.',
  },
  PUBLIC_URL: {
    schema: url('http:', 'https:'),
    fallback: 'http://localhost:PORT',
    text: 'Where people and pages reach this server, such as https://stats.example.com.',
  },
  COLLECTOR_HOSTS: {
    schema: list(hostName),
    default: none,
    fallback: 'none: every name serves all',
    text: 'Comma-separated host names of this server that only take hits and serve the script, such as t.shop.example: no dashboard, no sign-in, no API.',
  },
  HSTS_SUBDOMAINS: {
    schema: flag,
    default: false,
    text: 'true has browsers ask for https under all subdomains of PUBLIC_URL, too. Only where none of them needs http.',
  },
  SECRET: {
    schema: words(32),
    fallback: 'created once and stored in DATA_DIR/secret',
    text: 'At least 32 characters. Encrypts provider secrets and keys the e-mail hashes; several nodes need the same one.',
  },
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:'),
    fallback: 'SQLite in DATA_DIR',
    text: 'postgres://… keeps sites, keys and payments in Postgres.',
  },
  CLICKHOUSE_URL: {
    schema: url('http:', 'https:'),
    fallback: 'embedded engine in DATA_DIR',
    text: 'http(s)://user:password@host:8123/database keeps events in a ClickHouse server.',
  },
  CLICKHOUSE_CLUSTER: {
    schema: clusterName,
    fallback: 'the server alone',
    text: 'Name of a cluster that the ClickHouse server knows: replicated tables on its shards, distributed by site.',
  },
  REDIS_URL: {
    schema: url('redis:', 'rediss:'),
    fallback: 'limits per node',
    text: 'redis://… lets several nodes share rate limits.',
  },
  REQUIRE_TLS: {
    schema: flag,
    default: false,
    fallback: 'false; doctor and the start warn of servers that are not on a private network',
    text: 'true refuses to start when DATABASE_URL, CLICKHOUSE_URL or REDIS_URL names another machine and asks for no TLS.',
  },
  TRUSTED_PROXIES: {
    schema: list(addressRange),
    default: none,
    fallback: 'none',
    text: 'Comma-separated addresses or CIDR ranges whose X-Forwarded-For header is believed.',
  },
  GEOIP_DB: {
    schema: words(),
    fallback: 'the built-in country list',
    text: 'Path of an .mmdb file with countries, and regions and cities where it has them.',
  },
  EXCHANGE_RATES: {
    schema: words(),
    default: ecbFolder,
    fallback: "the European Central Bank's files at https://www.ecb.europa.eu/stats/eurofxref/",
    text: "Where daily rates come from, asked twice a day while there is money in another currency than its site's. A URL that ends with / is a mirror of that folder; any other path or URL is one file in the ECB's XML or CSV. off fetches nothing.",
  },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:'),
    fallback: 'no e-mails: no digests, no alerts by e-mail, invitations are links to pass on',
    text: 'smtp(s)://user:password@host:587 sends e-mails. Signs of a URL in name or password are percent-encoded.',
  },
  MAIL_FROM: {
    schema: sender,
    fallback: 'the user of SMTP_URL if that is an address, else tributary@ the host of PUBLIC_URL',
    text: 'Who e-mails are from, such as Tributary <stats@example.com>.',
  },
  PRIVATE_TARGETS: {
    schema: list(addressRange),
    default: none,
    fallback: 'none',
    text: 'Comma-separated addresses or CIDR ranges of your own network that webhooks of alerts may be sent to, also without TLS; other private addresses are refused.',
  },
  MEMORY_LIMIT: {
    schema: memorySize,
    fallback: 'the limit of the container or service, else all of the machine',
    text: 'Memory that the server and its embedded engine may use together, such as 512MB or 2GB, from 384MB. The limits of the engine and of a question follow from it.',
  },
  INTAKE_WORKERS: {
    schema: whole(0, 64),
    default: 0,
    fallback: '0: the server takes all requests itself',
    text: 'How many more threads take requests, on Linux: for machines with four processors or more and thousands of hits per second.',
  },
  AUDIT_DAYS: {
    schema: whole(1, 36_500),
    default: 730,
    text: 'How many days entries of the audit log are stored.',
  },
  SITE_DAILY_HITS: {
    schema: whole(1, 1e12),
    default: 10_000_000,
    text: 'How many hits browsers may send of one site in a UTC day, to all nodes together. Further ones are dropped: over-budget.',
  },
  SITE_DAILY_MIB: {
    schema: whole(1, 1e9),
    default: 4096,
    text: 'How many MiB those hits may have in all.',
  },
  OIDC_ISSUER: {
    schema: issuer,
    fallback: 'passwords and passkeys only',
    text: 'https://… of an OpenID Connect provider that people sign in with. Its redirect address is PUBLIC_URL/api/app/oidc/callback.',
  },
  OIDC_CLIENT_ID: {
    schema: words(),
    fallback: 'none',
    text: 'What the provider calls this installation.',
  },
  OIDC_CLIENT_SECRET: {
    schema: words(),
    fallback: 'none',
    text: 'The secret that goes with it.',
  },
  OIDC_NAME: {
    schema: words(),
    fallback: "the issuer's host",
    text: 'The name of the provider on the sign-in page.',
  },
  OIDC_ALLOWED_DOMAINS: {
    schema: list(domain),
    default: none,
    fallback: 'any',
    text: 'Comma-separated domains that verified e-mail addresses of the provider must have. A domain alone does not give access: an account or an invitation is needed.',
  },
  OIDC_ONLY: {
    schema: flag,
    default: false,
    text: 'true turns signing in by password and passkey off. `account reset-password` still makes a link that lets an owner in.',
  },
  LOG_LEVEL: {
    schema: oneOf(logLevels),
    default: 'info',
    text: `One of ${logLevels.join(', ')}.`,
  },
} as const satisfies Record<string, Setting>

/** The settings for the addresses of providers' APIs. */
export const providerSettings: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.values(providerApiUrls).map(({ title, setting, url: fallback }) => [
    setting,
    {
      schema: url('http:', 'https:'),
      fallback,
      text: `Where the accounts of sites that are connected with a ${title} key are read: a proxy or a test server.`,
    },
  ]),
)

/** Each setting as it is documented. */
export const documentedSettings = Object.entries<Setting>({ ...settings, ...providerSettings }).map(
  ([name, { default: value, fallback = String(value), text }]) => ({ name, fallback, text }),
)
