import type { PaymentFilters } from '../../api/payments.ts'
import { texts } from '../../texts/texts.ts'
import { type PaymentsState, periods } from '../../url-state/payments-state.ts'
import styles from './payments-page.module.css'

const words = texts.paymentList

interface FilterBarProps {
  state: PaymentsState
  change: (change: Partial<PaymentsState>) => void
}

/** The period, and which payments of it are listed. */
export function PaymentFilterBar({ state, change }: FilterBarProps) {
  const { filters } = state
  const filter = (changed: PaymentFilters) => change({ filters: { ...filters, ...changed } })
  const isUnlinked = filters.cause !== undefined || filters.method === 'none'
  return (
    <search className={styles.filters} aria-label={words.filters}>
      {state.view === 'all' && (
        <>
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
        {periods.map((period) => (
          <option key={period} value={period}>
            {words.lastDays[period]}
          </option>
        ))}
      </select>
    </search>
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
