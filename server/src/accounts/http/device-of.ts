import type { FastifyRequest } from 'fastify'
import { readDevice } from '../../client/read-device.ts'

/** Browser and system of a request, such as `Firefox on Linux`, for people to recognise their devices. */
export function deviceOf(request: Pick<FastifyRequest, 'headers'>): string {
  const { browser, os } = readDevice({
    userAgent: request.headers['user-agent'] ?? '',
    brands: '',
    mobile: '',
    platform: '',
    platformVersion: '',
  })
  return [browser, os].filter((part) => part !== '').join(' on ')
}
