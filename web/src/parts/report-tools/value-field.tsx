import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, useState } from 'react'
import { useGoalName } from '../../api/goal-name.ts'
import { type KnownValue, useKnownValues } from '../../api/values.ts'
import { formatCount } from '../../format/number.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import type { Range } from '../../url-state/range.ts'
import fields from '../forms/field.module.css'
import styles from './value-field.module.css'

interface ValueFieldProps {
  siteId: string
  dimension: Dimension
  range: Range
  value: string
  change: (text: string) => void
  /** Called when a suggestion is chosen, if it is not to be written into the field. */
  choose?: (value: string) => void
  /** Called for Enter while no suggestion is marked. */
  enter?: () => void
  id?: string
  label?: string
  describedBy?: string | undefined
  invalid?: boolean
  placeholder?: string
}

/** The suggestions, and their text, when one of them was marked. */
interface Marked {
  text: string
  dimension: Dimension
  offers: readonly KnownValue[]
}

/** A text field that suggests the site's own values as one types; any other text is accepted, too. */
export function ValueField(props: ValueFieldProps) {
  const { siteId, dimension, range, value, change, choose, enter } = props
  const [isOpen, setIsOpen] = useState(false)
  const text = value.trim()
  const known = useKnownValues(siteId, {
    dimension,
    range,
    text,
    // An empty value can be chosen, but not typed.
    withNothing: choose !== undefined,
  })
  const [marked, setMarked] = useState<Marked>()
  // A marked suggestion stays chosen: an answer that arrives meanwhile moves nothing.
  const isHeld = marked?.text === text && marked.dimension === dimension
  const offers = isHeld ? marked.offers : (known.data ?? [])
  const shown = useGoalName(siteId)(text)
  const isNamed = dimension === 'goal' && shown !== text
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || marked || !enter) return
    event.preventDefault()
    enter()
    setIsOpen(false)
  }
  return (
    <Autocomplete.Root
      items={offers}
      mode="none"
      filter={null}
      value={value}
      onValueChange={(written, { reason }) => {
        if (reason === 'item-press' && choose) choose(written)
        else change(written)
      }}
      itemToStringValue={(offer: KnownValue) => offer.value}
      open={isOpen && offers.length > 0}
      onOpenChange={setIsOpen}
      onItemHighlighted={(offer) => setMarked(offer && { text, dimension, offers })}
      openOnInputClick
    >
      <Autocomplete.Input
        id={props.id}
        className={fields.input}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        placeholder={props.placeholder}
        onKeyDown={press}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={2048}
      />
      {isNamed && <span className={fields.hint}>{texts.goals.shownAs(shown)}</span>}
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Autocomplete.Popup
            className={styles.popup}
            role="region"
            aria-label={texts.filters.offers}
            aria-busy={known.isFetching || undefined}
          >
            <Autocomplete.List aria-label={texts.filters.offers}>
              {(offer: KnownValue) => (
                <Autocomplete.Item key={offer.value} value={offer} className={styles.offer}>
                  <Offer offer={offer} isGoal={dimension === 'goal'} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

function Offer({
  offer: { label, value, visitors },
  isGoal,
}: {
  offer: KnownValue
  isGoal: boolean
}) {
  return (
    <>
      <span className={styles.name}>
        {label} {isGoal && label !== value && <code>{value}</code>}
      </span>
      <span className={styles.count} title={texts.figures.names.visitors}>
        {formatCount(visitors)}
      </span>
    </>
  )
}
