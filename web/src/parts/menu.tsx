import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import type { Choice, MenuItem as LoadedItem, MenuPopup as LoadedPopup } from './menu-parts.tsx'

// Menus bring the library that places them, a quarter of all script. It is fetched right after the
// page is drawn; until it is in, the button alone stands there and looks the same.
const load = () => import('./menu-parts.tsx')

const LazyPopup = lazy(() => load().then((parts) => ({ default: parts.MenuPopup })))
const LazyChoices = lazy(() =>
  load().then((parts) => ({ default: parts.MenuChoices as ComponentType<ChoicesProps<string>> })),
)

/** A button that opens a menu below itself. Arrow keys, type-ahead and Escape come with it. */
export function MenuPopup(props: Omit<ComponentProps<typeof LoadedPopup>, 'startsOpen'>) {
  // Whoever presses before the menu is in gets it as soon as it is.
  const [isWanted, setIsWanted] = useState(false)
  return (
    <Suspense fallback={cloneElement(props.trigger, { onClick: () => setIsWanted(true) })}>
      <LazyPopup {...props} startsOpen={isWanted} />
    </Suspense>
  )
}

interface ChoicesProps<Value extends string> {
  value: Value | undefined
  choices: readonly Choice<Value>[]
  choose: (value: Value) => void
}

/** Choices of which exactly one holds. */
export function MenuChoices<Value extends string>({ choose, ...rest }: ChoicesProps<Value>) {
  return <LazyChoices {...rest} choose={(value) => choose(value as Value)} />
}

/** A line that does something, or leads somewhere when `render` is a link. */
export const MenuItem: ComponentType<ComponentProps<typeof LoadedItem>> = lazy(() =>
  load().then((parts) => ({ default: parts.MenuItem })),
)

/** A line that is on or off. */
export const MenuCheck: ComponentType<MenuCheckProps> = lazy(() =>
  load().then((parts) => ({ default: parts.MenuCheck })),
)

interface MenuCheckProps {
  checked: boolean
  change: (on: boolean) => void
  label: string
}

export const MenuHeading: ComponentType<{ children: ReactNode }> = lazy(() =>
  load().then((parts) => ({ default: parts.MenuHeading })),
)

export const MenuLine: ComponentType = lazy(() =>
  load().then((parts) => ({ default: parts.MenuLine })),
)
