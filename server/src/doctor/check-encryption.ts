import type { Config } from '../config.ts'
import { plainServers } from '../process/plain-servers.ts'
import type { Finding } from './finding.ts'

/** Whether passwords, visits and payments travel to the databases encrypted. */
export async function checkEncryption(config: Config): Promise<Finding> {
  const plain = plainServers(config)
  if (plain.length === 0) {
    return { message: 'databases are on this machine, or are spoken to with TLS' }
  }
  const named = plain.map(({ setting, host }) => `${host} (${setting})`).join(', ')
  const open = plain.filter(({ isPrivate }) => !isPrivate)
  if (open.length === 0) {
    return { message: `without TLS, on a private network by the look of it: ${named}` }
  }
  const remedies = open.map(({ setting, remedy }) => `${remedy} in ${setting}`).join(', ')
  return {
    level: 'warning',
    message: `passwords and data travel in the clear to ${named}: use ${remedies}. REQUIRE_TLS=true insists on it`,
  }
}
