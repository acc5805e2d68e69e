import type { JourneyNode, Journeys } from '@tributary/contract/questions/journeys.ts'
import { useMemo, useState } from 'react'
import { useWidth } from '../../charts/use-width.ts'
import { formatColumnShare, formatCount } from '../../format/number.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { NamedStep } from '../../url-state/step.ts'
import { barWidth, layoutJourneys, type PlacedNode } from './journey-layout.ts'
import styles from './journeys-page.module.css'
import { useNodeName } from './node-name.ts'

const words = exploreTexts.journeys

interface JourneyPictureProps {
  siteId: string
  answer: Journeys
  from: NamedStep
  walk: (step: NamedStep) => void
}

/** A column for each step, ribbons as wide as their visits. Pressing a place begins from there. */
export function JourneyPicture({ siteId, answer, from, walk }: JourneyPictureProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<string>()
  const nameOf = useNodeName(siteId, from)
  const layout = useMemo(() => layoutJourneys(answer, width), [answer, width])
  const all = answer.nodes[0]?.visits ?? 1
  return (
    <div ref={frame} className={styles.scroll}>
      {width > 0 && (
        <div className={styles.picture} style={{ width: layout.width, height: layout.height }}>
          <svg width={layout.width} height={layout.height} aria-hidden="true" focusable="false">
            {layout.links.map(({ id, path, from: source, to }) => (
              <path
                key={id}
                d={path}
                className={styles.link}
                data-active={source === active || to === active || undefined}
              />
            ))}
            {layout.nodes.map(({ node, x, y, height }) => (
              <rect
                key={node.id}
                x={x}
                y={y}
                width={barWidth}
                height={height}
                rx={3}
                className={styles.bar}
                data-kind={node.kind}
              />
            ))}
          </svg>
          <ul aria-label={words.places}>
            {layout.nodes.map((place) => (
              <li key={place.node.id}>
                <Place
                  place={place}
                  name={nameOf(place.node)}
                  share={place.node.visits / all}
                  // Visits may continue beyond the last column of the picture.
                  isLast={place.node.depth === answer.query.depth}
                  width={layout.columnWidth - barWidth - 10}
                  walk={walk}
                  look={setActive}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** In narrower columns, the number of visits that end there is only in the tooltip. */
const roomForEnd = 200

interface PlaceProps {
  place: PlacedNode
  name: string
  share: number
  isLast: boolean
  width: number
  walk: (step: NamedStep) => void
  look: (id: string | undefined) => void
}

function Place({ place, name, share, isLast, width, walk, look }: PlaceProps) {
  const { node, x, y } = place
  const style = { left: x + barWidth + 4, top: y, maxWidth: width }
  const ended = !isLast && node.ended > 0 ? words.ended(formatCount(node.ended)) : undefined
  const explain = (lead: string) => (ended === undefined ? lead : `${lead}\n${ended}`)
  const inside = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.figures}>
        {formatCount(node.visits)} · {formatColumnShare(share)}
        {ended !== undefined && (
          <span
            className={width < roomForEnd ? 'visually-hidden' : undefined}
          >{` · ${ended}`}</span>
        )}
      </span>
    </>
  )
  const step = stepOfNode(node)
  if (step === undefined) {
    return (
      <span className={styles.place} style={style} title={explain(name)}>
        {inside}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.place}
      style={style}
      title={explain(words.walk(name))}
      onClick={() => walk(step)}
      onPointerEnter={() => look(node.id)}
      onPointerLeave={() => look(undefined)}
      onFocus={() => look(node.id)}
      onBlur={() => look(undefined)}
    >
      {inside}
    </button>
  )
}

function stepOfNode({ kind, name }: JourneyNode): NamedStep | undefined {
  return kind === 'page' || kind === 'goal' ? { kind, match: 'is', value: name } : undefined
}
