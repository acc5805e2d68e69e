// A second server process, like another node behind a load balancer. Prints its address; ends with its parent.
import { pino } from 'pino'
import { readConfig } from '../../config.ts'
import { serve } from '../../serve.ts'

const [environment = '{}'] = process.argv.slice(2)
const server = await serve(readConfig(JSON.parse(environment)), pino({ level: 'silent' }))
process.stdout.write(`${server.url}\n`)
process.stdin.on('end', () => void server.close().then(() => process.exit())).resume()
