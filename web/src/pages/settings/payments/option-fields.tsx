import type { WebhookProvider } from '../../../api/site/webhooks.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'

/** What some providers need in addition to a secret. */
export type ProviderOptions = {
  apiToken?: string
  clientId?: string
  sellerId?: string
  shop?: string
}
export type OptionName = keyof ProviderOptions

/** The options that a provider has. */
export function optionsOf(provider: string): readonly OptionName[] {
  if (provider === 'gumroad') return ['apiToken', 'sellerId']
  if (provider === 'paypal') return ['clientId', 'apiToken']
  return provider === 'shopify' ? ['shop'] : []
}

interface OptionFieldsProps {
  provider: WebhookProvider
  options: ProviderOptions
  /** A token is stored, which is not shown: leaving the field empty keeps it. */
  hasApiToken?: boolean
  change: (options: ProviderOptions) => void
}

/** A field for each option that the provider has. */
export function OptionFields({ provider, options, hasApiToken, change }: OptionFieldsProps) {
  const token = tokenWords(provider.name)
  const said = {
    apiToken: { label: token.label, hint: hasApiToken ? words.apiTokenKept : token.hint },
    clientId: { label: words.clientId, hint: words.clientIdHint },
    sellerId: { label: words.sellerId, hint: words.sellerIdHint },
    shop: { label: words.shop, hint: words.shopHint },
  }
  return optionsOf(provider.name).map((option) => (
    <TextField
      key={option}
      {...said[option]}
      label={`${said[option].label} (${texts.optional})`}
      name={option}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      value={options[option] ?? ''}
      onChange={(event) => change({ ...options, [option]: event.target.value })}
    />
  ))
}

/** The name of the secret for a provider's API: PayPal's belongs to a client id. */
export function tokenWords(provider: string) {
  return provider === 'paypal'
    ? { label: words.clientSecret, hint: words.clientSecretHint, ...words.removeClient }
    : { label: words.apiToken, hint: words.apiTokenHint, ...words.removeToken }
}
