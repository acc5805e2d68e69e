import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import styles from './menu.module.css'

interface MenuPopupProps {
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'end'
  startsOpen: boolean
  children: ReactNode
}

/** A button that opens a menu below itself. Arrow keys, type-ahead and Escape come with it. */
export function MenuPopup({ trigger, align = 'start', startsOpen, children }: MenuPopupProps) {
  return (
    <Menu.Root modal={false} defaultOpen={startsOpen}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner
          className={styles.positioner}
          align={align}
          sideOffset={6}
          collisionPadding={12}
        >
          <Menu.Popup className={styles.popup}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: string
  hint?: string
  /** The key that triggers it from anywhere on the page. */
  shortCut?: string | undefined
}

interface MenuChoicesProps<Value extends string> {
  value: Value | undefined
  choices: readonly Choice<Value>[]
  choose: (value: Value) => void
  /** Called when the pointer is pressed on an item, before it is chosen. */
  prepare?: ((value: Value) => void) | undefined
}

/** Items of which exactly one is chosen. */
export function MenuChoices<Value extends string>(props: MenuChoicesProps<Value>) {
  return (
    <Menu.RadioGroup value={props.value ?? null} onValueChange={props.choose}>
      {props.choices.map((choice) => (
        <Menu.RadioItem
          key={choice.value}
          value={choice.value}
          className={styles.item}
          closeOnClick
          onPointerDown={() => props.prepare?.(choice.value)}
        >
          <Menu.RadioItemIndicator className={styles.sign}>
            <Check aria-hidden />
          </Menu.RadioItemIndicator>
          <span className={styles.words}>
            {choice.label}
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </span>
          {choice.shortCut && <kbd className={styles.key}>{choice.shortCut.toUpperCase()}</kbd>}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** An item that does something, or a link if `render` is one. */
export function MenuItem(props: {
  icon?: ReactNode
  onClick?: () => void
  render?: ReactElement<Record<string, unknown>>
  shortCut?: string
  /** Its explanation, in a smaller line below. */
  hint?: string
  children: ReactNode
}) {
  const inside = (
    <>
      <span className={styles.sign}>{props.icon}</span>
      <span className={styles.words}>
        {props.children}
        {props.hint && <span className={styles.hint}>{props.hint}</span>}
      </span>
      {props.shortCut && <kbd className={styles.key}>{props.shortCut.toUpperCase()}</kbd>}
    </>
  )
  if (props.render) {
    return (
      <Menu.LinkItem className={styles.item} render={props.render} closeOnClick>
        {inside}
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item className={styles.item} onClick={props.onClick}>
      {inside}
    </Menu.Item>
  )
}

/** A line that is on or off. */
export function MenuCheck(props: {
  checked: boolean
  change: (on: boolean) => void
  label: string
}) {
  return (
    <Menu.CheckboxItem
      className={styles.item}
      checked={props.checked}
      onCheckedChange={props.change}
    >
      <Menu.CheckboxItemIndicator className={styles.sign}>
        <Check aria-hidden />
      </Menu.CheckboxItemIndicator>
      <span className={styles.words}>{props.label}</span>
    </Menu.CheckboxItem>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>
}

export function MenuLine() {
  return <Menu.Separator className={styles.line} />
}
