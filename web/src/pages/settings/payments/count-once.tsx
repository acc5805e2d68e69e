import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useDismissSuggestion, useEqualPayments } from '../../../api/money/payments.ts'
import { type Site, useSaveSite } from '../../../api/site/sites.ts'
import { formatCount } from '../../../format/number.ts'
import { formatProvider } from '../../../format/provider.ts'
import lines from '../../../parts/figures/lines.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

const words = providerTexts.once
const none = 'off'

/** Which of two systems counts that report the same payments, with what the latest payments suggest. */
export function CountOnce({ site }: { site: Site }) {
  const heading = useId()
  const equal = useEqualPayments(site.id)
  const save = useSaveSite(site.id)
  const dismiss = useDismissSuggestion(site.id)
  const [before, setBefore] = useState<string>()
  const chosen = site.primaryProvider ?? none
  const choose = (provider: string, undone?: true) =>
    save.mutate(
      { primaryProvider: provider },
      { onSuccess: () => setBefore(undone ? undefined : chosen) },
    )
  if (!equal.data) return equal.error && <Notice look="bad">{explainFailure(equal.error)}</Notice>
  const { providers, pairs, duplicates } = equal.data
  const names = [
    ...new Set([...providers, ...(site.primaryProvider ? [site.primaryProvider] : [])]),
  ]
  // With one system there is nothing to choose.
  if (names.length < 2) return null
  return (
    <section className={styles.endpoint} aria-labelledby={heading}>
      <div>
        <h3 id={heading}>{words.title}</h3>
        <p className={lines.facts}>{words.hint}</p>
      </div>
      {chosen === none &&
        pairs.map((pair) => (
          <Suggestion
            key={pair.providers.join()}
            {...{ pair, choose }}
            isBusy={dismiss.isPending}
            dismiss={(dismissed) => dismiss.mutate({ providers: pair.providers, dismissed })}
          />
        ))}
      <SelectField
        label={words.primary}
        value={chosen}
        disabled={save.isPending}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={none}>{words.allCount}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {formatProvider(name)}
          </option>
        ))}
      </SelectField>
      {duplicates > 0 && (
        <p className={styles.heading}>
          {words.duplicates(formatCount(duplicates), duplicates === 1)}
          <Link
            to="/sites/$siteId/payments"
            params={{ siteId: site.id }}
            search={{ status: 'duplicate' } as never}
          >
            {words.show}
          </Link>
        </p>
      )}
      {before !== undefined && (
        <Notice look="plain">
          <div className={styles.heading}>
            {chosen === none ? words.chosenNone : words.chosen(formatProvider(chosen))}
            <Button look="quiet" busy={save.isPending} onClick={() => choose(before, true)}>
              {words.undo}
            </Button>
          </div>
        </Notice>
      )}
      {dismiss.error && <Notice look="bad">{explainFailure(dismiss.error)}</Notice>}
      {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
    </section>
  )
}

interface SuggestionProps {
  pair: { providers: [string, string]; payments: number; dismissed: boolean }
  choose: (provider: string) => void
  dismiss: (dismissed: boolean) => void
  isBusy: boolean
}

function Suggestion({ pair, choose, dismiss, isBusy }: SuggestionProps) {
  const { providers, payments, dismissed } = pair
  const [one, two] = providers
  if (dismissed) {
    return (
      <p className={styles.heading}>
        {words.dismissed(formatProvider(one), formatProvider(two))}
        <Button look="quiet" busy={isBusy} onClick={() => dismiss(false)}>
          {words.suggestAgain}
        </Button>
      </p>
    )
  }
  return (
    <Notice look="money">
      {words.equal(formatProvider(one), formatProvider(two), formatCount(payments), payments === 1)}
      <div className={styles.answers}>
        {providers.map((name) => (
          <Button key={name} wraps onClick={() => choose(name)}>
            {words.count(formatProvider(name))}
          </Button>
        ))}
        <Button look="quiet" busy={isBusy} onClick={() => dismiss(true)}>
          {words.dismiss}
        </Button>
      </div>
    </Notice>
  )
}
