/** The shapes of events that providers send, in short: only the shape matters, not the contents. */
export const webhookEvents: readonly object[] = [
  {
    id: 'evt_1',
    type: 'charge.succeeded',
    created: 1_795_000_000,
    livemode: true,
    data: {
      object: {
        id: 'ch_1',
        object: 'charge',
        amount: 4900,
        currency: 'usd',
        payment_intent: 'pi_1',
        customer: 'cus_1',
        billing_details: { email: 'a@b.example' },
        metadata: { tributary_visitor_id: 'v1' },
        refunds: { data: [{ id: 're_1', amount: 100, status: 'succeeded' }] },
      },
    },
  },
  {
    event_id: 'ntf_1',
    event_type: 'transaction.completed',
    occurred_at: '2026-11-20T10:00:00Z',
    data: {
      id: 'txn_1',
      status: 'completed',
      currency_code: 'USD',
      billed_at: '2026-11-20T10:00:00Z',
      details: { totals: { grand_total: '4900', tax: '0', total: '4900' } },
      custom_data: { visitorId: 'v1' },
      items: [{ price: { name: 'Pro' }, quantity: 1 }],
    },
  },
  {
    meta: { event_name: 'order_created', custom_data: { visitor_id: 'v1' } },
    data: {
      id: '1',
      type: 'orders',
      attributes: { total: 4900, currency: 'USD', status: 'paid', user_email: 'a@b.example' },
    },
  },
  {
    type: 'order.paid',
    timestamp: '2026-11-20T10:00:00Z',
    data: { id: 'o1', total_amount: 4900, currency: 'usd', customer: { email: 'a@b.example' } },
  },
  {
    id: 820,
    currency: 'USD',
    total_price: '49.00',
    financial_status: 'paid',
    processed_at: '2026-11-20T10:00:00Z',
    note_attributes: [{ name: 'visitor', value: 'v1' }],
    transactions: [{ id: 1, amount: '49.00', kind: 'sale', status: 'success' }],
  },
]
