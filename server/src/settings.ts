import { providerApiUrls } from './provider-api-urls.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** One setting as it is documented: `docs/self-hosting.md` and `.env.example` are made from this list. */
export interface Setting {
  readonly name: string
  readonly fallback: string
  readonly text: string
}

export const settings: readonly Setting[] = [
  { name: 'PORT', fallback: '3000', text: 'Port to listen on.' },
  {
    name: 'HOST',
    fallback: '127.0.0.1',
    text: 'Address to listen on. Use 0.0.0.0 behind a proxy on another machine.',
  },
  {
    name: 'DATA_DIR',
    fallback: './data',
    text: 'Folder for all stored data. Back it up.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:PORT',
    text: 'Where people and pages reach this server, such as https://stats.example.com.',
  },
  {
    name: 'COLLECTOR_HOSTS',
    fallback: 'none: every name serves all',
    text: 'Comma-separated host names of this server that only take hits and serve the script, such as t.shop.example: no dashboard, no sign-in, no API.',
  },
  {
    name: 'HSTS_SUBDOMAINS',
    fallback: 'false',
    text: 'true has browsers ask for https under all subdomains of PUBLIC_URL, too. Only where none of them needs http.',
  },
  {
    name: 'SECRET',
    fallback: 'created once and stored in DATA_DIR/secret',
    text: 'At least 32 characters. Encrypts provider secrets and keys the e-mail hashes; several nodes need the same one.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'SQLite in DATA_DIR',
    text: 'postgres://… keeps sites, keys and payments in Postgres.',
  },
  {
    name: 'CLICKHOUSE_URL',
    fallback: 'embedded engine in DATA_DIR',
    text: 'http(s)://user:password@host:8123/database keeps events in a ClickHouse server.',
  },
  {
    name: 'CLICKHOUSE_CLUSTER',
    fallback: 'the server alone',
    text: 'Name of a cluster that the ClickHouse server knows: replicated tables on its shards, distributed by site.',
  },
  {
    name: 'REDIS_URL',
    fallback: 'limits per node',
    text: 'redis://… lets several nodes share rate limits.',
  },
  {
    name: 'REQUIRE_TLS',
    fallback: 'false; doctor and the start warn of servers that are not on a private network',
    text: 'true refuses to start when DATABASE_URL, CLICKHOUSE_URL or REDIS_URL names another machine and asks for no TLS.',
  },
  {
    name: 'TRUSTED_PROXIES',
    fallback: 'none',
    text: 'Comma-separated addresses or CIDR ranges whose X-Forwarded-For header is believed.',
  },
  {
    name: 'GEOIP_DB',
    fallback: 'the built-in country list',
    text: 'Path of an .mmdb file with countries, and regions and cities where it has them.',
  },
  {
    name: 'EXCHANGE_RATES',
    fallback: "the European Central Bank's files at https://www.ecb.europa.eu/stats/eurofxref/",
    text: "Where daily rates come from, asked twice a day while there is money in another currency than its site's. A URL that ends with / is a mirror of that folder; any other path or URL is one file in the ECB's XML or CSV. off fetches nothing.",
  },
  ...Object.values(providerApiUrls).map(({ title, setting, url }) => ({
    name: setting,
    fallback: url,
    text: `Where the accounts of sites that are connected with a ${title} key are read: a proxy or a test server.`,
  })),
  {
    name: 'SMTP_URL',
    fallback: 'no e-mails: no digests, no alerts by e-mail, invitations are links to pass on',
    text: 'smtp(s)://user:password@host:587 sends e-mails. Signs of a URL in name or password are percent-encoded.',
  },
  {
    name: 'MAIL_FROM',
    fallback: 'the user of SMTP_URL if that is an address, else tributary@ the host of PUBLIC_URL',
    text: 'Who e-mails are from, such as Tributary <stats@example.com>.',
  },
  {
    name: 'PRIVATE_TARGETS',
    fallback: 'none',
    text: 'Comma-separated addresses or CIDR ranges of your own network that webhooks of alerts may be sent to, also without TLS; other private addresses are refused.',
  },
  {
    name: 'MEMORY_LIMIT',
    fallback: 'the limit of the container or service, else all of the machine',
    text: 'Memory that the server and its embedded engine may use together, such as 512MB or 2GB, from 384MB. The limits of the engine and of a question follow from it.',
  },
  {
    name: 'INTAKE_WORKERS',
    fallback: '0: the server takes all requests itself',
    text: 'How many more threads take requests, on Linux: for machines with four processors or more and thousands of hits per second.',
  },
  {
    name: 'AUDIT_DAYS',
    fallback: '730',
    text: 'How many days entries of the audit log are stored.',
  },
  {
    name: 'SITE_DAILY_HITS',
    fallback: '10000000',
    text: 'How many hits browsers may send of one site in a UTC day, to all nodes together. Further ones are dropped: over-budget.',
  },
  {
    name: 'SITE_DAILY_MIB',
    fallback: '4096',
    text: 'How many MiB those hits may have in all.',
  },
  {
    name: 'OIDC_ISSUER',
    fallback: 'passwords and passkeys only',
    text: 'https://… of an OpenID Connect provider that people sign in with. Its redirect address is PUBLIC_URL/api/app/oidc/callback.',
  },
  { name: 'OIDC_CLIENT_ID', fallback: 'none', text: 'What the provider calls this installation.' },
  { name: 'OIDC_CLIENT_SECRET', fallback: 'none', text: 'The secret that goes with it.' },
  {
    name: 'OIDC_NAME',
    fallback: "the issuer's host",
    text: 'The name of the provider on the sign-in page.',
  },
  {
    name: 'OIDC_ALLOWED_DOMAINS',
    fallback: 'any',
    text: 'Comma-separated domains that verified e-mail addresses of the provider must have. A domain alone does not give access: an account or an invitation is needed.',
  },
  {
    name: 'OIDC_ONLY',
    fallback: 'false',
    text: 'true turns signing in by password and passkey off. `account reset-password` still makes a link that lets an owner in.',
  },
  { name: 'LOG_LEVEL', fallback: 'info', text: `One of ${logLevels.join(', ')}.` },
]
