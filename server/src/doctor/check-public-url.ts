import type { Config } from '../config.ts'
import type { Finding } from './finding.ts'

const patienceMs = 5_000

/** Whether the server can be reached at its public address, and serves the tracker there. */
export async function checkPublicUrl({ publicUrl, trustedProxies }: Config): Promise<Finding> {
  const { hostname, protocol } = new URL(publicUrl)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    return {
      level: 'warning',
      message: `${publicUrl} is this machine alone; set PUBLIC_URL to the address that people see`,
    }
  }
  const health = await look(`${publicUrl}/health/live`)
  if (health !== 200) {
    return {
      level: 'warning',
      message: `${publicUrl}/health/live answers ${health}; start the server, or see the proxy and the name's address`,
    }
  }
  const tracker = await look(`${publicUrl}/js/script.js`)
  if (tracker !== 200) {
    return {
      level: 'warning',
      message: `${publicUrl}/js/script.js answers ${tracker}: the proxy must pass on every path, and npm run build must have run`,
    }
  }
  if (protocol === 'http:') {
    return { level: 'warning', message: `${publicUrl} is not HTTPS; put a proxy in front` }
  }
  if (trustedProxies.length === 0) {
    return {
      level: 'warning',
      message: `${publicUrl} answers; if it is behind a proxy, set TRUSTED_PROXIES, or all visitors seem to be the proxy`,
    }
  }
  return { message: `${publicUrl} answers and serves the tracker` }
}

/** The status, or the reason why there is none. */
async function look(url: string): Promise<number | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return `nothing (${cause instanceof Error ? cause.message : String(cause)})`
  }
}
