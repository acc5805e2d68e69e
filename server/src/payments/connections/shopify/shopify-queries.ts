const money = '{ shopMoney { amount currencyCode } }'

/** Page sizes such that no query costs more than the 1,000 points that Shopify allows. */
const ordersAtOnce = 16
const bookingsAtOnce = 40
/** Most orders have fewer transactions and refunds; those of others are read again, in longer lists. */
export const fewTransactions = 5
export const fewRefunds = 3
const fewParts = 2
/** Orders with more than these cannot be read. */
export const mostTransactions = 100
export const mostRefunds = 30
const mostParts = 5

const transactionsOf = (transactions: number, refunds: number, parts: number) => `
  transactions(first: ${transactions}) { id kind status gateway processedAt amountSet ${money} }
  refunds(first: ${refunds}) {
    legacyResourceId createdAt
    transactions(first: ${parts}) {
      nodes { id kind status gateway amountSet ${money} }
      pageInfo { hasNextPage }
    }
  }`

const orderFields = `
  id legacyResourceId createdAt processedAt updatedAt test displayFinancialStatus sourceName email
  customer { id } customAttributes { key value }
  totalPriceSet ${money} totalTaxSet ${money}
  lineItems(first: 1) { nodes { title } }
  ${transactionsOf(fewTransactions, fewRefunds, fewParts)}`

export const ordersQuery = `query Orders($after: String, $query: String!, $sortKey: OrderSortKeys!) {
  orders(first: ${ordersAtOnce}, after: $after, query: $query, sortKey: $sortKey, reverse: true) {
    nodes { ${orderFields} }
    pageInfo { hasNextPage endCursor }
  }
}`

export const orderQuery = `query Order($id: ID!) {
  order(id: $id) { ${orderFields} disputes { id } }
}`

/** All that was paid and refunded of an order, transaction by transaction. */
export const transactionsQuery = `query Transactions($id: ID!) {
  order(id: $id) { ${transactionsOf(mostTransactions, mostRefunds, mostParts)} }
}`

const disputeFields = `
  ... on ShopifyPaymentsDispute {
    id legacyResourceId status type initiatedAt finalizedOn amount { amount currencyCode }
    order { legacyResourceId }
  }`

export const disputesQuery = `query Disputes($after: String, $query: String!) {
  shopifyPaymentsAccount {
    disputes(first: 50, after: $after, query: $query, reverse: true) {
      nodes { ${disputeFields} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

export const disputesOfOrderQuery = `query DisputesOfOrder($ids: [ID!]!) {
  nodes(ids: $ids) { ${disputeFields} }
}`

/** What a Shopify Payments account booked: charges, refunds, disputes, payouts and more. */
export const bookingsQuery = `query BalanceTransactions($after: String, $query: String!) {
  shopifyPaymentsAccount {
    balanceTransactions(
      first: ${bookingsAtOnce}, after: $after, query: $query, sortKey: PROCESSED_AT, reverse: true
    ) {
      nodes {
        id type test transactionDate sourceType sourceId sourceOrderTransactionId
        amount { amount currencyCode } net { amount currencyCode }
        associatedOrder { id }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

/** When orders were placed, what transactions moved in the shop's currency, and which refund they belong to. */
export const bookedQuery = `query Booked($orders: [ID!]!, $transactions: [ID!]!, $refunded: [ID!]!) {
  orders: nodes(ids: $orders) { ... on Order { id processedAt } }
  transactions: nodes(ids: $transactions) { ... on OrderTransaction { id amountSet ${money} } }
  refunded: nodes(ids: $refunded) {
    ... on Order {
      id
      refunds(first: ${fewRefunds}) {
        legacyResourceId
        transactions(first: ${fewParts}) { nodes { id } pageInfo { hasNextPage } }
      }
    }
  }
}`

export const scopesQuery = `query Scopes {
  currentAppInstallation { accessScopes { handle } }
}`
