import { usePaymentSources, usePaymentTotals } from '../../api/money/payments.ts'
import type { Site } from '../../api/site/sites.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatProvider } from '../../format/provider.ts'
import { SearchBox } from '../../parts/forms/search-box.tsx'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import { todayIn } from '../../url-state/local-time.ts'
import type { PaymentFilters } from '../../url-state/payments-state.ts'
import {
  type ChangePayments,
  firstDayOf,
  longestPeriod,
  type PaymentsState,
  periods,
} from '../../url-state/payments-state.ts'
import styles from './payment-filter-bar.module.css'

const words = paymentListTexts

/** The length that the server accepts. */
const mostSearched = 320

interface FilterBarProps {
  /** Undefined while loading. */
  site: Site | undefined
  state: PaymentsState
  change: ChangePayments
}

/** The period, and which payments of it are listed. */
export function PaymentFilterBar({ site, state, change }: FilterBarProps) {
  const { filters } = state
  const filter = (changed: PaymentFilters) => change({ filters: changed })
  const isUnlinked = filters.cause !== undefined || filters.method === 'none'
  return (
    <search className={styles.filters} aria-label={words.filters}>
      {state.view === 'all' && (
        <SearchBox
          label={words.search}
          hint={words.searchHint}
          value={filters.search ?? ''}
          change={(search) => filter({ search: search.trim() === '' ? undefined : search })}
          maxLength={mostSearched}
        />
      )}
      <div className={styles.choices}>
        {state.view === 'all' && (
          <>
            {site && <OriginChoices site={site} state={state} filter={filter} />}
            <Choice
              label={words.status}
              any={words.anyStatus}
              value={filters.status}
              choices={texts.payments.statuses}
              choose={(status) => filter({ status: status as PaymentFilters['status'] })}
            />
            <Choice
              label={words.method}
              any={words.anyMethod}
              value={filters.cause === undefined ? filters.method : 'none'}
              choices={texts.payments.methods}
              choose={(method) =>
                filter({ method: method as PaymentFilters['method'], cause: undefined })
              }
            />
            {isUnlinked && (
              <Choice
                label={words.cause}
                any={words.anyCause}
                value={filters.cause}
                choices={words.causes}
                // A payment unlinked by hand has a manual link to no visitor: the cause filter applies alone.
                choose={(cause) =>
                  filter({
                    cause: cause as PaymentFilters['cause'],
                    method: cause === undefined ? 'none' : undefined,
                  })
                }
              />
            )}
          </>
        )}
        <select
          className={styles.select}
          aria-label={words.days}
          value={state.period}
          onChange={({ target }) =>
            change({ period: periods.find((period) => period === target.value) ?? state.period })
          }
        >
          {periodsOf(state).map((period) => (
            <option key={period} value={period}>
              {words.lastDays[period]}
            </option>
          ))}
        </select>
      </div>
    </search>
  )
}

/** Accounts are compared over a year at most. */
function periodsOf({ view }: PaymentsState) {
  return view === 'reconciliation' ? periods.filter((one) => one !== longestPeriod) : periods
}

interface OriginChoicesProps {
  site: Site
  state: PaymentsState
  filter: (changed: PaymentFilters) => void
}

/** The providers and sources that payments of the period have. */
function OriginChoices({ site, state: { period, filters }, filter }: OriginChoicesProps) {
  const from = firstDayOf(period, site.timezone)
  const totals = usePaymentTotals(site.id, { ...filters, from })
  const sources = usePaymentSources(site.id, [from, todayIn(site.timezone)])
  // The chosen one stays in the list, even if the period has no such payment.
  const named = (known: readonly string[] = [], chosen: string | undefined) =>
    chosen === undefined || known.includes(chosen) ? known : [chosen, ...known]
  return (
    <>
      <Choice
        label={words.provider}
        any={words.anyProvider}
        value={filters.provider}
        choices={Object.fromEntries(
          named(totals.data?.providers, filters.provider).map((name) => [
            name,
            formatProvider(name),
          ]),
        )}
        choose={(provider) => filter({ provider })}
      />
      <Choice
        label={words.source}
        any={words.anySource}
        value={filters.source}
        choices={Object.fromEntries(
          named(sources.data, filters.source).map((name) => [name, labelOf('source', name)]),
        )}
        choose={(source) => filter({ source })}
      />
    </>
  )
}

function Choice(props: {
  label: string
  any: string
  value: string | undefined
  choices: Readonly<Record<string, string>>
  choose: (value: string | undefined) => void
}) {
  return (
    <select
      className={styles.select}
      aria-label={props.label}
      value={props.value ?? ''}
      onChange={({ target }) => props.choose(target.value || undefined)}
      data-chosen={props.value !== undefined || undefined}
    >
      <option value="">{props.any}</option>
      {Object.entries(props.choices).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
