import { type PointerEvent, useState } from 'react'
import world from './world.json'
import styles from './world-map.module.css'

interface WorldMapProps {
  /** The value of each country, by its two-letter code. */
  values: ReadonlyMap<string, number>
  /** Set if amounts of money are shown rather than people. */
  isMoney: boolean
  label: string
  /** The text for a country that is pointed at. */
  describe: (code: string) => string
  choose: (code: string) => void
}

const shapes = Object.entries(world.shapes)
const dots = Object.entries(world.dots) as [string, [number, number]][]

/**
 * The world in one colour, darker for larger values. Pointing at a country shows its figures, pressing chooses it.
 * Assistive technology sees it as a picture; the list next to it has the same as text.
 */
export function WorldMap({ values, isMoney, label, describe, choose }: WorldMapProps) {
  const [active, setActive] = useState<{ code: string; x: number; y: number }>()
  const most = Math.max(0, ...values.values())
  // Shares differ by powers of ten; the square root keeps small countries visible.
  const strengthOf = (code: string) => {
    const value = values.get(code) ?? 0
    return value > 0 ? Math.sqrt(value / most) : 0
  }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const code = codeAt(event.target)
    if (code === undefined) return setActive(undefined)
    const frame = event.currentTarget.getBoundingClientRect()
    setActive({ code, x: event.clientX - frame.left, y: event.clientY - frame.top })
  }
  const press = (event: { target: EventTarget }) => {
    const code = codeAt(event.target)
    if (code !== undefined && values.has(code)) choose(code)
  }
  const look = (code: string) => ({
    'data-code': code,
    'data-known': values.has(code) || undefined,
    'data-active': active?.code === code || undefined,
    style: { '--strength': `${Math.round(strengthOf(code) * 100)}%` } as React.CSSProperties,
  })
  return (
    <div className={isMoney ? styles.moneyMap : styles.map}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of countries does the same by keyboard */}
      <svg
        viewBox={`0 0 ${world.width} ${world.height}`}
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerLeave={() => setActive(undefined)}
        onClick={press}
      >
        {shapes.map(([code, path]) => (
          <path key={code} className={styles.country} d={path} {...look(code)} />
        ))}
        {dots
          .filter(([code]) => values.has(code))
          .map(([code, [x, y]]) => (
            <circle key={code} className={styles.country} cx={x} cy={y} r={4} {...look(code)} />
          ))}
      </svg>
      {active && (
        <p
          className={styles.reading}
          style={{ left: active.x, top: active.y }}
          data-side={active.x > 320 ? 'left' : 'right'}
          aria-hidden="true"
        >
          {describe(active.code)}
        </p>
      )}
    </div>
  )
}

function codeAt(target: EventTarget): string | undefined {
  return target instanceof SVGElement ? target.dataset.code : undefined
}
