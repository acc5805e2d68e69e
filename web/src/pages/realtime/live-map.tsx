import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { useMemo } from 'react'
import { countryPlace, mapSize, type Place } from '../../charts/country-place.ts'
import { spreadCircles } from '../../charts/spread-circles.ts'
import world from '../../charts/world.json'
import { formatCountry } from '../../format/country.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { Happening } from './happenings.ts'
import styles from './live-map.module.css'

const words = exploreTexts.realtime

interface LiveMapProps {
  countries: Realtime['countries']
  /** The events of this moment. */
  arrivals: readonly Happening[]
  goalName: (goal: string) => string
}

const shapes = Object.entries(world.shapes)
const namedInLabel = 5
/** In the South Pacific: events without a known country. */
const elsewhere: Place = [110, 385]

/**
 * Where current visitors are, and goals and payments as they arrive. Only countries are known, so a country is one
 * circle and not a street. Assistive technology sees it as a picture; the lists next to it have the same as text.
 */
export function LiveMap({ countries, arrivals, goalName }: LiveMapProps) {
  const circles = useMemo(() => circlesOf(countries), [countries])
  const placeOf = (country: string) =>
    circles.find((circle) => circle.country === country)?.place ?? countryPlace(country)
  return (
    <div className={styles.map} role="img" aria-label={labelFor(countries)}>
      <svg viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} aria-hidden="true">
        {shapes.map(([code, path]) => (
          <path key={code} d={path} />
        ))}
      </svg>
      {circles.map(({ country, visitors, place, radius }) => (
        <span
          key={country}
          className={styles.circle}
          style={{ ...positionOf(place), width: `${(200 * radius) / mapSize.width}%` }}
        >
          {formatCount(visitors)}
        </span>
      ))}
      {arrivals.map((one) => {
        const place = placeOf(one.country)
        if (place === undefined && one.kind !== 'payment') return null
        const text = textOf(one, goalName)
        return (
          <span
            key={one.id}
            className={styles.arrival}
            data-kind={one.kind}
            style={positionOf(place ?? elsewhere)}
          >
            {text !== '' && <span className={styles.label}>{text}</span>}
          </span>
        )
      })}
    </div>
  )
}

/** In units of the map. The area grows with the visitors, from the smallest that can hold a digit. */
const [leastRadius, radiusOfMost] = [9, 22]

/** The countries that the map has, with circles that hide no other. */
function circlesOf(countries: Realtime['countries']) {
  const most = Math.max(1, ...countries.map(({ visitors }) => visitors))
  const circles = countries.flatMap(({ country, visitors }) => {
    const at = countryPlace(country)
    const radius = leastRadius + (radiusOfMost - leastRadius) * Math.sqrt(visitors / most)
    return at === undefined ? [] : [{ country, visitors, at, radius }]
  })
  const places = spreadCircles(circles)
  return circles.map((circle, index) => ({ ...circle, place: places[index] ?? circle.at }))
}

/** The text on the map: a payment's amount, a goal, or a visit's source. */
function textOf(one: Happening, goalName: LiveMapProps['goalName']): string {
  if (one.kind === 'payment') return formatMoney(one.amount, one.currency)
  if (one.kind === 'goal') return goalName(one.goal)
  return one.source === '' ? '' : labelOf('source', one.source)
}

function positionOf([x, y]: Place): React.CSSProperties {
  return { left: `${(100 * x) / mapSize.width}%`, top: `${(100 * y) / mapSize.height}%` }
}

function labelFor(countries: Realtime['countries']): string {
  if (countries.length === 0) return `${words.map}: ${words.noVisitors}`
  const first = countries
    .slice(0, namedInLabel)
    .map(({ country, visitors }) => `${formatCountry(country)} ${formatCount(visitors)}`)
  return `${words.map}: ${first.join(', ')}`
}
