// A second server process, as another node behind a load balancer is. Says where it listens; ends with
// its parent.
import { pino } from 'pino'
import { readConfig } from '../../config.ts'
import { serve } from '../../serve.ts'

const [environment = '{}'] = process.argv.slice(2)
const server = await serve(readConfig(JSON.parse(environment)), pino({ level: 'silent' }))
process.stdout.write(`${server.url}\n`)
process.stdin.on('end', () => void server.close().then(() => process.exit())).resume()
