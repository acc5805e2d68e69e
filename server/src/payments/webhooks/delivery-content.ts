import { isUtf8 } from 'node:buffer'
import type { Secrets } from '../../store/control/secrets.ts'
import type { Delivery } from '../providers/provider.ts'
import type { DeliveryRow } from '../rows/delivery-rows.ts'

/** A body as JSON can hold it, byte for byte. */
type Content = { headers: Delivery['headers'] } & ({ text: string } | { base64: string })

/** Derives the key that an endpoint's deliveries are encrypted with. */
export function deliveryContentPurpose(endpointId: string): string {
  return `webhook content ${endpointId}`
}

/** A delivery as it is archived: encrypted, with only these headers. */
export function sealContent(
  secrets: Secrets,
  endpointId: string,
  { body, headers }: Delivery,
  archivedHeaders: readonly string[],
): string {
  const archived = Object.entries(headers).filter(([name]) => archivedHeaders.includes(name))
  const bytes = isUtf8(body) ? { text: body.toString('utf8') } : { base64: body.toString('base64') }
  const content: Content = { headers: Object.fromEntries(archived), ...bytes }
  return secrets.seal(deliveryContentPurpose(endpointId), JSON.stringify(content))
}

/** The delivery, or undefined if it was erased. */
export function openContent(
  secrets: Secrets,
  row: Pick<DeliveryRow, 'endpoint_id' | 'content'>,
): Delivery | undefined {
  if (row.content === null) return undefined
  const opened = secrets.open(deliveryContentPurpose(row.endpoint_id), row.content)
  const content = JSON.parse(opened) as Content
  const body =
    'text' in content ? Buffer.from(content.text, 'utf8') : Buffer.from(content.base64, 'base64')
  return { headers: content.headers, body }
}

/** Whether an archived delivery contains a visitor's id. */
export function isDeliveryNaming(secrets: Secrets, row: DeliveryRow, visitorId: string): boolean {
  return openContent(secrets, row)?.body.includes(visitorId) ?? false
}
