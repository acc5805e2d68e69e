import { type Operations, typed } from '../operation.ts'

/** What payment providers call. The signature is over the raw bytes of the body. */
export const webhookOperations = {
  'POST /webhooks/:provider/:endpointId': {
    access: 'signature',
    readsBody: true,
    // An order with many lines is large.
    bodyLimitBytes: 1024 * 1024,
    data: typed<{ message: string; deliveryId?: string; state?: string }>(),
  },
} satisfies Operations
