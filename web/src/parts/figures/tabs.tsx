import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Name extends string> {
  label: string
  /** The options with their labels, in the order shown. */
  options: readonly { name: Name; words: string }[]
  chosen: NoInfer<Name>
  choose: (name: Name) => void
  /** The style of the row of tabs: a line below the chosen one, or a box around it. */
  look: 'line' | 'box'
  /** Renders the row of tabs within its surroundings; by default it is rendered by itself. */
  renderHead?: (list: ReactNode) => ReactNode
  panelClassName?: string | undefined
  children: ReactNode
}

/**
 * Tabs with the panel of the chosen one. One stop for the Tab key; arrow keys, Home and End move, and Enter or Space
 * chooses, since the content may have to be loaded. Not the component library's tabs, which were a tenth of the
 * first load.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, options, chosen, choose, look, renderHead = (list) => list } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const index = tabs.indexOf(event.target as HTMLElement)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (index < 0 || next === undefined) return
    event.preventDefault()
    tabs.at(next % tabs.length)?.focus()
  }
  return (
    <>
      {renderHead(
        <div ref={list} role="tablist" aria-label={label} className={styles[look]} onKeyDown={walk}>
          {options.map(({ name, words }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === chosen}
              aria-controls={name === chosen ? `${id}-panel` : undefined}
              tabIndex={name === chosen ? 0 : -1}
              className={styles.tab}
              onClick={() => choose(name)}
            >
              {words}
            </button>
          ))}
        </div>,
      )}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className={props.panelClassName}
      >
        {props.children}
      </div>
    </>
  )
}
