import { startTestServer, type TestServer } from './server.ts'

/** A server with one site for which every example works: shop.example, with user identification on. */
export async function startShopServer(): Promise<{
  server: TestServer
  siteId: string
  key: string
}> {
  const server = await startTestServer()
  const { site, key } = await server.aSite({ domains: ['shop.example'], identification: true })
  return { server, siteId: site.id, key }
}
