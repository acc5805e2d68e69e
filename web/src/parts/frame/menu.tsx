import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Choice, MenuPopup as LoadedPopup } from './menu-parts.tsx'

type Parts = typeof import('./menu-parts.tsx')

// Menus bring the library that places them, a quarter of all script. It is fetched after the page's
// own requests; until then, only the button is there and looks the same.
const fetchAfterMs = 1_500
let parts: Parts | undefined
let fetching: Promise<Parts> | undefined

function fetchParts(): Promise<Parts> {
  fetching ??= import('./menu-parts.tsx').then((fetched) => {
    parts = fetched
    return fetched
  })
  // A later attempt to open a menu tries again.
  fetching.catch(() => {
    fetching = undefined
  })
  return fetching
}

/** A button that opens a menu below itself. Arrow keys, type-ahead and Escape come with it. */
export function MenuPopup(props: Omit<ComponentProps<typeof LoadedPopup>, 'startsOpen'>) {
  // A press before the menu is loaded opens it as soon as it is.
  const [isWanted, setIsWanted] = useState(false)
  const [loaded, setLoaded] = useState(parts)
  const isPressed = useRef(false)
  useEffect(() => {
    if (loaded) return
    const timer = setTimeout(() => {
      // During a press the button must stay the pressed element, or the press would be lost.
      fetchParts().then((fetched) => isPressed.current || setLoaded(fetched), giveUp)
    }, fetchAfterMs)
    return () => clearTimeout(timer)
  }, [loaded])
  if (loaded) return <loaded.MenuPopup {...props} startsOpen={isWanted} />
  return cloneElement(props.trigger, {
    onPointerDown: () => {
      isPressed.current = true
    },
    onPointerLeave: () => {
      isPressed.current = false
    },
    onClick: () => {
      setIsWanted(true)
      fetchParts().then(setLoaded, (error: unknown) =>
        setLoaded(() => {
          throw error
        }),
      )
    },
  })
}

/** No menu was requested yet. */
function giveUp(): void {}

interface ChoicesProps<Value extends string> {
  value: Value | undefined
  choices: readonly Choice<Value>[]
  choose: (value: Value) => void
  prepare?: ((value: Value) => void) | undefined
}

/** Items of which exactly one is chosen. */
export function MenuChoices<Value extends string>(props: ChoicesProps<Value>) {
  const { MenuChoices: Loaded } = loadedParts()
  return <Loaded {...props} />
}

/** An item that does something, or a link if `render` is one. */
export const MenuItem = inPopup((loaded) => loaded.MenuItem)

/** A line that is on or off. */
export const MenuCheck = inPopup((loaded) => loaded.MenuCheck)

export const MenuHeading = inPopup((loaded) => loaded.MenuHeading)

export const MenuLine = inPopup((loaded) => loaded.MenuLine)

/**
 * The items of an open menu are there at once. Were each line fetched by itself, the first opening
 * would put the button's placeholder back in the middle of the press, and the menu would count the end
 * of that press as a choice.
 */
function inPopup<Props extends object>(
  partIn: (loaded: Parts) => ComponentType<Props>,
): ComponentType<Props> {
  return function MenuPart(props) {
    const Part = partIn(loadedParts())
    return <Part {...props} />
  }
}

function loadedParts(): Parts {
  if (parts === undefined) throw new Error('a menu item is outside of a menu')
  return parts
}
