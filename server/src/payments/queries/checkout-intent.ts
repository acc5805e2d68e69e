/**
 * Whether a hit shows that its visitor is about to pay: a page of the checkout, a goal with such a name, or a click
 * that leads to a payment page. Expects the parameter `gateways`.
 */
export const checkoutIntent = `(
  match(path, '(?i)/(check-?out|cart|basket|pay|payments?|orders?|purchase|buy|subscribe|billing|upgrade)(/|[.]|$)')
  or (kind = 'goal' and match(name, '(?i)check-?out|purchase|payment'))
  or (
    name = 'outbound-link'
    and arrayExists(
      host -> domain(JSONExtractString(properties, 'url')) = host
        or endsWith(domain(JSONExtractString(properties, 'url')), concat('.', host)),
      {gateways:Array(String)}
    )
  )
)`
