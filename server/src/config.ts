import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from './process/make-folder.ts'
import { availableMemoryBytes, parseMemory } from './process/memory.ts'
import { hasScreen } from './process/open-browser.ts'
import { plainServers } from './process/plain-servers.ts'
import { type ProviderApiUrls, providerApiUrls } from './settings/provider-api-urls.ts'
import { readSettings, type SettingValues } from './settings/read-settings.ts'
import { type LogLevel, settings } from './settings/settings.ts'

/** Everything the operator can set, checked. Times and sizes carry their unit in the name. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder with all data of this installation. */
  readonly dataDir: string
  /** The address people and pages reach this server at, without a trailing slash. */
  readonly publicUrl: string
  /** Host names, lower-case, that serve only the tracker's script and the collector. */
  readonly collectorHosts: readonly string[]
  /** Whether browsers should use https for all subdomains of the public address, too. */
  readonly hstsSubdomains: boolean
  /** At least 32 characters; keys derived from it encrypt provider secrets and hash e-mail addresses. */
  readonly secret: string
  /** Whether it comes from the file in the data folder, and is not set by the operator. */
  readonly isSecretInFile: boolean
  readonly databaseUrl: string | undefined
  readonly clickhouseUrl: string | undefined
  /** The cluster of that server whose shards hold the events; undefined: the server alone. */
  readonly clickhouseCluster: string | undefined
  readonly redisUrl: string | undefined
  /** Whether connections to databases on other machines require TLS. */
  readonly requireTls: boolean
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly geoipDb: string | undefined
  /** A file, its URL or the URL of a folder with rates in the ECB's formats; undefined fetches none. */
  readonly exchangeRates: string | undefined
  /** Addresses to use instead of the providers' own APIs. */
  readonly providerApiUrls: ProviderApiUrls
  /** The mail server, with name and password; without it no e-mails are sent. */
  readonly smtpUrl: string | undefined
  /** The sender of e-mails, such as `Tributary <stats@example.com>`. */
  readonly mailFrom: string | undefined
  /** Addresses and CIDR ranges of private networks that webhooks of alerts may be sent to. */
  readonly privateTargets: readonly string[]
  /** What the server and its embedded engine may use together, bytes. */
  readonly memoryBytes: number
  /** For how many days the audit log is stored. */
  readonly auditDays: number
  /** Threads that accept requests in addition to the server's own. */
  readonly intakeWorkers: number
  /** What browsers may send for one site in a UTC day, to this process. */
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
  /** The button's label: `Sign in with …`. */
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

/** The process's environment, with some settings replaced. */
export function readConfigWith(overrides: NodeJS.ProcessEnv): Config {
  return readConfig({ ...process.env, ...overrides })
}

/** Whether other nodes may use the same stores: only one process can use an embedded engine. */
export function mayHaveOtherNodes({ clickhouseUrl }: Pick<Config, 'clickhouseUrl'>): boolean {
  return clickhouseUrl !== undefined
}

/** The data folder of an installation, whether or not the other settings are valid; touches nothing. */
export function dataDirOf(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.DATA_DIR?.trim() || settings.DATA_DIR.default)
}

/** Reads the settings from an environment. Throws a `ConfigError` that names all bad values. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { values, providerUrls, problems } = readSettings(environment)
  const servers = {
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER,
    redisUrl: values.REDIS_URL,
    requireTls: values.REQUIRE_TLS,
  }
  problems.push(...contradictions(values))
  if (servers.requireTls && problems.length === 0) {
    for (const { setting, remedy } of plainServers(servers)) {
      problems.push(`${setting} asks for no TLS, and REQUIRE_TLS is set: use ${remedy}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)

  const dataDir = dataDirOf(environment)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const { SECRET: secret, EXCHANGE_RATES: rates, MEMORY_LIMIT: limit } = values
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    collectorHosts: values.COLLECTOR_HOSTS.map((host) => host.toLowerCase()),
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    secret: secret ?? storedSecret(dataDir),
    isSecretInFile: secret === undefined,
    ...servers,
    trustedProxies: values.TRUSTED_PROXIES,
    geoipDb: values.GEOIP_DB,
    exchangeRates: rates.toLowerCase() === 'off' ? undefined : rates,
    providerApiUrls: Object.fromEntries(
      Object.entries(providerApiUrls).flatMap(([name, { setting }]) => {
        const url = providerUrls[setting]
        return url === undefined ? [] : [[name, url]]
      }),
    ),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    privateTargets: values.PRIVATE_TARGETS,
    intakeWorkers: values.INTAKE_WORKERS,
    auditDays: values.AUDIT_DAYS,
    siteDailyBudget: { hits: values.SITE_DAILY_HITS, bytes: values.SITE_DAILY_MIB * 1_048_576 },
    memoryBytes: (limit && parseMemory(limit)) || availableMemoryBytes(),
    logLevel: values.LOG_LEVEL,
    hasScreen: hasScreen(environment),
    oidc: oidcOf(values),
  })
}

/** Settings that exclude or require each other. */
function contradictions(values: SettingValues): string[] {
  const { CLICKHOUSE_CLUSTER: cluster, INTAKE_WORKERS: workers, PUBLIC_URL: publicUrl } = values
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  const dashboardHost = publicUrl !== undefined && URL.parse(publicUrl)?.hostname
  const taken = values.COLLECTOR_HOSTS.filter((host) => host.toLowerCase() === dashboardHost)
  const found: [isSo: boolean, problem: string][] = [
    [
      cluster !== undefined && values.CLICKHOUSE_URL === undefined,
      'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, a server of that cluster',
    ],
    [workers > 0 && process.platform !== 'linux', 'INTAKE_WORKERS needs Linux'],
    [
      taken.length > 0,
      `COLLECTOR_HOSTS: ${taken[0]} is PUBLIC_URL's, which must show the dashboard`,
    ],
    [
      Boolean(issuer ?? clientId ?? clientSecret) && !(issuer && clientId && clientSecret),
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together',
    ],
    [values.OIDC_ONLY === true && issuer === undefined, 'OIDC_ONLY needs OIDC_ISSUER'],
  ]
  return found.flatMap(([isSo, problem]) => (isSo ? [problem] : []))
}

function oidcOf(values: SettingValues): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    ...{ issuer, clientId, clientSecret },
    name: values.OIDC_NAME ?? new URL(issuer).hostname,
    allowedDomains: values.OIDC_ALLOWED_DOMAINS.map((domain) => domain.toLowerCase()),
    isOnlyWay: values.OIDC_ONLY,
  }
}

/** The secret of an installation whose operator set none: created once, readable by its owner only. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  makeFolder(dataDir)
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
