import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isAddressRange } from './address-range.ts'
import { readMemoryLimit } from './process/memory.ts'
import { hasScreen } from './process/open-browser.ts'
import { plainServers } from './process/plain-servers.ts'
import { type ProviderApiUrls, providerApiUrls } from './provider-api-urls.ts'
import { type LogLevel, logLevels } from './settings.ts'

/** Where the European Central Bank publishes its euro foreign exchange reference rates. */
export const ecbFolder = 'https://www.ecb.europa.eu/stats/eurofxref/'

/** Everything the operator can set, checked. Times and sizes carry their unit in the name. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder that holds everything this installation must keep. */
  readonly dataDir: string
  /** The address people and pages reach this server at, without a trailing slash. */
  readonly publicUrl: string
  /** Names, lower-case, under which nothing is served but the tracker's script and the way in for hits. */
  readonly collectorHosts: readonly string[]
  /** Whether browsers are to ask all subdomains of the public address for https, too. */
  readonly hstsSubdomains: boolean
  /** At least 32 characters; keys derived from it encrypt provider secrets and hash e-mail addresses. */
  readonly secret: string
  /** Whether it is the file of the data folder, and not set by the operator. */
  readonly isSecretInFile: boolean
  readonly databaseUrl: string | undefined
  readonly clickhouseUrl: string | undefined
  /** The cluster of that server whose shards hold the events; undefined: the server alone. */
  readonly clickhouseCluster: string | undefined
  readonly redisUrl: string | undefined
  /** Whether databases on other machines are spoken to with TLS only. */
  readonly requireTls: boolean
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly geoipDb: string | undefined
  /** A file, its URL or the URL of a folder with rates in the ECB's formats; undefined fetches none. */
  readonly exchangeRates: string | undefined
  /** Where providers' APIs are asked instead of at the providers. */
  readonly providerApiUrls: ProviderApiUrls
  /** The mail server, with name and password; without it nothing is sent by e-mail. */
  readonly smtpUrl: string | undefined
  /** Who e-mails are from, such as `Tributary <stats@example.com>`. */
  readonly mailFrom: string | undefined
  /** Addresses and CIDR ranges of private networks that webhooks of alerts may be sent to. */
  readonly privateTargets: readonly string[]
  /** What the server and its embedded engine may use together, bytes. */
  readonly memoryBytes: number
  /** For how many days the audit log is stored. */
  readonly auditDays: number
  /** Threads that take requests in addition to the server's own. */
  readonly intakeWorkers: number
  /** What browsers may send of one site in a UTC day, to this process. */
  readonly siteDailyBudget: { readonly hits: number; readonly bytes: number }
  readonly logLevel: LogLevel
  /** Whether a person may be in front of this machine, for whom a browser can be opened. */
  readonly hasScreen: boolean
  /** The provider people may sign in with, in addition to or instead of their password. */
  readonly oidc: OidcConfig | undefined
}

/** A provider of OpenID Connect. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button says: `Sign in with …`. */
  readonly name: string
  /** Domains of e-mail addresses, lower-case; any when empty. */
  readonly allowedDomains: readonly string[]
  /** Whether passwords and passkeys are disabled. */
  readonly isOnlyWay: boolean
}

/** The settings are invalid; `problems` lists every one, so that they can be fixed together. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Settings that cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The process's own settings, some of them replaced. */
export function readConfigWith(overrides: NodeJS.ProcessEnv): Config {
  return readConfig({ ...process.env, ...overrides })
}

/** The folder of an installation, whether or not the other settings are right; touches nothing. */
export function dataDirOf(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.DATA_DIR?.trim() || './data')
}

/** Reads the settings from an environment. Throws a `ConfigError` that names all bad values. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const text = (name: string) => environment[name]?.trim() || undefined
  const url = (name: string, schemes: readonly string[]) => {
    const value = text(name)
    if (value !== undefined && !isUrl(value, schemes)) {
      problems.push(
        `${name} must be a URL that begins with ${schemes.map((s) => `${s}//`).join(' or ')}`,
      )
    }
    return value
  }

  const port = Number(text('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push('PORT must be a whole number from 0 to 65535')
  }
  const amounts = readAmounts(text, problems)
  const logLevel = (text('LOG_LEVEL') ?? 'info') as LogLevel
  if (!logLevels.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}`)
  const ranges = (name: string) => {
    const given = (text(name) ?? '').split(',').flatMap((part) => part.trim() || [])
    for (const range of given) {
      if (!isAddressRange(range)) problems.push(`${name}: ${range} is no address or CIDR range`)
    }
    return given
  }
  const trustedProxies = ranges('TRUSTED_PROXIES')
  const privateTargets = ranges('PRIVATE_TARGETS')
  const mailFrom = readMailFrom(text, problems)
  const names = readNames(text, problems)
  const secret = text('SECRET')
  if (secret !== undefined && secret.length < 32)
    problems.push('SECRET must have at least 32 characters')
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
  const servers = readServers({ text, url }, problems)
  const providerApis = Object.entries(providerApiUrls).flatMap(([name, { setting }]) => {
    const given = url(setting, ['http:', 'https:'])
    return given === undefined ? [] : [[name, given]]
  })
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const oidc = readOidc(text, problems)
  const memoryBytes = readMemoryLimit(text('MEMORY_LIMIT'), problems)
  if (servers.requireTls && problems.length === 0) {
    for (const { setting, remedy } of plainServers(servers)) {
      problems.push(`${setting} asks for no TLS, and REQUIRE_TLS is set: use ${remedy}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)

  const dataDir = dataDirOf(environment)
  const exchangeRates = text('EXCHANGE_RATES') ?? ecbFolder
  return Object.freeze({
    port,
    host: text('HOST') ?? '127.0.0.1',
    dataDir,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    ...names,
    secret: secret ?? storedSecret(dataDir),
    isSecretInFile: secret === undefined,
    ...servers,
    trustedProxies,
    geoipDb: text('GEOIP_DB'),
    exchangeRates: exchangeRates.toLowerCase() === 'off' ? undefined : exchangeRates,
    providerApiUrls: Object.fromEntries(providerApis),
    smtpUrl,
    mailFrom,
    privateTargets,
    ...amounts,
    memoryBytes,
    logLevel,
    hasScreen: hasScreen(environment),
    oidc,
  })
}

/** The databases, and how they are spoken to. */
function readServers(
  read: {
    text: (name: string) => string | undefined
    url: (name: string, schemes: readonly string[]) => string | undefined
  },
  problems: string[],
): Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster' | 'redisUrl' | 'requireTls'> {
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const clickhouseUrl = read.url('CLICKHOUSE_URL', ['http:', 'https:'])
  const clickhouseCluster = read.text('CLICKHOUSE_CLUSTER')
  if (clickhouseCluster !== undefined && !/^[\w.-]{1,100}$/.test(clickhouseCluster))
    problems.push('CLICKHOUSE_CLUSTER must be a name of letters, digits, dots, - and _')
  if (clickhouseCluster !== undefined && clickhouseUrl === undefined)
    problems.push('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, a server of that cluster')
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:'])
  const requireTls = read.text('REQUIRE_TLS') ?? 'false'
  if (requireTls !== 'true' && requireTls !== 'false')
    problems.push('REQUIRE_TLS must be true or false')
  return {
    ...{ databaseUrl, clickhouseUrl, clickhouseCluster, redisUrl },
    requireTls: requireTls === 'true',
  }
}

function readMailFrom(
  text: (name: string) => string | undefined,
  problems: string[],
): string | undefined {
  const mailFrom = text('MAIL_FROM')
  if (
    mailFrom !== undefined &&
    !/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(mailFrom)
  ) {
    problems.push('MAIL_FROM must be an address, or a name and an address: Name <a@example.com>')
  }
  return mailFrom
}

function readAmounts(
  text: (name: string) => string | undefined,
  problems: string[],
): Pick<Config, 'auditDays' | 'siteDailyBudget' | 'intakeWorkers'> {
  const whole = (name: string, fallback: number, most: number, least = 1) => {
    const value = Number(text(name) ?? fallback)
    const isFine = Number.isInteger(value) && value >= least && value <= most
    if (!isFine) problems.push(`${name} must be a whole number from ${least} to ${most}`)
    return value
  }
  const bytes = whole('SITE_DAILY_MIB', 4_096, 1e9) * 1_048_576
  const intakeWorkers = whole('INTAKE_WORKERS', 0, 64, 0)
  if (intakeWorkers > 0 && process.platform !== 'linux') problems.push('INTAKE_WORKERS needs Linux')
  return {
    intakeWorkers,
    auditDays: whole('AUDIT_DAYS', 730, 36_500),
    siteDailyBudget: { hits: whole('SITE_DAILY_HITS', 10_000_000, 1e12), bytes },
  }
}

/** Under which names this installation is known, and what for. */
function readNames(
  text: (name: string) => string | undefined,
  problems: string[],
): Pick<Config, 'collectorHosts' | 'hstsSubdomains'> {
  const collectorHosts = (text('COLLECTOR_HOSTS') ?? '')
    .split(',')
    .flatMap((part) => part.trim().toLowerCase() || [])
  for (const host of collectorHosts) {
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) {
      problems.push(`COLLECTOR_HOSTS: ${host} is no host name (no port, no https://)`)
    } else if (host === hostOf(text('PUBLIC_URL'))) {
      problems.push(`COLLECTOR_HOSTS: ${host} is PUBLIC_URL's, which must show the dashboard`)
    }
  }
  const hsts = text('HSTS_SUBDOMAINS') ?? 'false'
  if (hsts !== 'true' && hsts !== 'false') problems.push('HSTS_SUBDOMAINS must be true or false')
  return { collectorHosts, hstsSubdomains: hsts === 'true' }
}

function readOidc(
  text: (name: string) => string | undefined,
  problems: string[],
): OidcConfig | undefined {
  const [issuer, clientId, clientSecret] = [
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ].map(text)
  const only = text('OIDC_ONLY') ?? 'false'
  if (only !== 'true' && only !== 'false') problems.push('OIDC_ONLY must be true or false')
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    if (issuer ?? clientId ?? clientSecret) {
      problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together')
    }
    if (only === 'true') problems.push('OIDC_ONLY needs OIDC_ISSUER')
    return undefined
  }
  if (!isIssuer(issuer)) {
    problems.push(
      'OIDC_ISSUER must be a URL that begins with https:// (http:// for localhost only)',
    )
    return undefined
  }
  const allowedDomains = (text('OIDC_ALLOWED_DOMAINS') ?? '')
    .split(',')
    .flatMap((part) => part.trim().toLowerCase() || [])
  for (const domain of allowedDomains) {
    if (!/^[^\s@/:]+\.[^\s@/:]+$/.test(domain)) {
      problems.push(`OIDC_ALLOWED_DOMAINS: ${domain} is no domain`)
    }
  }
  const name = text('OIDC_NAME') ?? new URL(issuer).hostname
  return { issuer, clientId, clientSecret, name, allowedDomains, isOnlyWay: only === 'true' }
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined
}

function isIssuer(issuer: string): boolean {
  if (isUrl(issuer, ['https:'])) return true
  return isUrl(issuer, ['http:']) && loopbackHosts.includes(new URL(issuer).hostname)
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** The secret of an installation whose operator set none: made once, readable by its owner only. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

function isUrl(value: string, schemes: readonly string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol)
}
