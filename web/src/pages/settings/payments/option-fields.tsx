import type { WebhookProvider } from '../../../api/webhooks.ts'
import { TextField } from '../../../parts/field.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'

/** What some providers are connected with beside a secret. */
export type ProviderOptions = { apiToken?: string; sellerId?: string; shop?: string }
export type OptionName = keyof ProviderOptions

/** The options that a provider has. */
export function optionsOf(provider: string): readonly OptionName[] {
  if (provider === 'gumroad') return ['apiToken', 'sellerId']
  return provider === 'shopify' ? ['shop'] : []
}

interface OptionFieldsProps {
  provider: WebhookProvider
  options: ProviderOptions
  /** A token is kept that is not shown: leaving the field empty keeps it. */
  hasApiToken?: boolean
  change: (options: ProviderOptions) => void
}

/** A field for each option that the provider has. */
export function OptionFields({ provider, options, hasApiToken, change }: OptionFieldsProps) {
  const said = {
    apiToken: {
      label: words.apiToken,
      hint: hasApiToken ? words.apiTokenKept : words.apiTokenHint,
    },
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
