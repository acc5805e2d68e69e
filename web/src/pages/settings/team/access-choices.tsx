import { useId } from 'react'
import type { LeftAccess } from '../../../api/site/team.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { careTexts } from '../../../texts/care.ts'
import styles from './access-choices.module.css'

const words = careTexts.team

/** Identifies an item among those of all kinds. */
export const nameOfAccess = ({ kind, id }: Pick<LeftAccess, 'kind' | 'id'>) => `${kind} ${id}`

interface AccessChoicesProps {
  access: readonly LeftAccess[]
  /** By `nameOfAccess`. */
  chosen: readonly string[]
  change: (chosen: string[]) => void
}

/** The keys, links and webhooks that somebody knows, each to be revoked or left. */
export function AccessChoices({ access, ...choice }: AccessChoicesProps) {
  const theirs = access.filter(({ madeBy }) => madeBy === 'member')
  const unknown = access.filter(({ madeBy }) => madeBy === 'unknown')
  const hasProvider = access.some(
    (item) => item.kind === 'provider' && choice.chosen.includes(nameOfAccess(item)),
  )
  return (
    <>
      {theirs.length > 0 && <Group legend={words.access} items={theirs} {...choice} />}
      {unknown.length > 0 && (
        <Group
          legend={words.accessUnknown}
          hint={words.accessUnknownHint}
          items={unknown}
          {...choice}
        />
      )}
      {hasProvider && <p className={styles.hint}>{words.providerHint}</p>}
    </>
  )
}

interface GroupProps {
  legend: string
  hint?: string
  items: readonly LeftAccess[]
  chosen: readonly string[]
  change: (chosen: string[]) => void
}

function Group({ legend, hint, items, chosen, change }: GroupProps) {
  const hintId = useId()
  const names = items.map(nameOfAccess)
  const others = chosen.filter((name) => !names.includes(name))
  const own = chosen.filter((name) => names.includes(name))
  return (
    <fieldset className={styles.group} aria-describedby={hint ? hintId : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.list}>
        {items.length > 1 && (
          <label className={styles.all}>
            <input
              type="checkbox"
              checked={own.length === items.length}
              ref={(box) => {
                if (box) box.indeterminate = own.length > 0 && own.length < items.length
              }}
              onChange={({ target }) => change(target.checked ? [...others, ...names] : others)}
            />
            {words.selectAll}
          </label>
        )}
        {items.map((item) => (
          <Item
            key={nameOfAccess(item)}
            item={item}
            isChosen={own.includes(nameOfAccess(item))}
            choose={(isChosen) => {
              const rest = own.filter((name) => name !== nameOfAccess(item))
              change([...others, ...rest, ...(isChosen ? [nameOfAccess(item)] : [])])
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface ItemProps {
  item: LeftAccess
  isChosen: boolean
  choose: (isChosen: boolean) => void
}

function Item({ item: { kind, name, createdAt }, isChosen, choose }: ItemProps) {
  const factsId = useId()
  return (
    <label className={styles.item}>
      <input
        type="checkbox"
        checked={isChosen}
        aria-describedby={factsId}
        onChange={({ target }) => choose(target.checked)}
      />
      <span className={styles.words}>
        {name}
        <span id={factsId} aria-hidden className={styles.facts}>
          {words.kinds[kind]} · {formatInstantDay(createdAt)}
        </span>
      </span>
    </label>
  )
}
