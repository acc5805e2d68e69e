/** The yardstick: a bare `node:http` server that reads the body and answers 202. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    response.writeHead(202, { 'content-length': 0 })
    response.end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
