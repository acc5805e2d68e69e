import type { Journeys } from '@tributary/contract/questions/journeys.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { exploreTexts } from '../../texts/explore.ts'
import type { NamedStep } from '../../url-state/step.ts'
import { useNodeName } from './node-name.ts'

const words = exploreTexts.journeys

interface JourneyTableProps {
  siteId: string
  answer: Journeys
  from: NamedStep
}

/** Every ribbon of the picture as a line. */
export function JourneyTable({ siteId, answer, from }: JourneyTableProps) {
  const nodes = new Map(answer.nodes.map((node) => [node.id, node]))
  const nodeName = useNodeName(siteId, from)
  const all = answer.nodes[0]?.visits ?? 1
  const name = (id: string) => {
    const node = nodes.get(id)
    return node ? nodeName(node) : ''
  }
  const isForward = answer.query.direction === 'next'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={tables.scroll} tabIndex={0} aria-label={words.table}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{words.stepHead}</th>
            <th scope="col">{isForward ? words.fromHead : words.toHead}</th>
            <th scope="col">{isForward ? words.toHead : words.fromHead}</th>
            <th scope="col">{words.visits}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {answer.links.map(({ from: source, to, visits }) => (
            <tr key={`${source} ${to}`}>
              <th scope="row">{nodes.get(to)?.depth}</th>
              <td>{name(source)}</td>
              <td>{name(to)}</td>
              <td>{formatCount(visits)}</td>
              <td>{formatShare(visits / all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
