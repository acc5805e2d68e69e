import { type EndpointPlace, useRemoveWebhook } from '../../../api/site/webhooks.ts'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'

/** Removes a provider's address, after asking. */
export function RemoveEndpoint({ place, title }: { place: EndpointPlace; title: string }) {
  const remove = useRemoveWebhook(place)
  return (
    <AskingButton
      action={words.remove}
      busy={words.removing}
      label={words.removeOf(title)}
      title={words.removeTitle(title)}
      mutation={remove}
      confirm={() => remove.mutate()}
    >
      {words.removeHint}
    </AskingButton>
  )
}
