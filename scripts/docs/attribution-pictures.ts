import type { Model } from '@tributary/contract/query.ts'
import { report } from '../../web/src/texts/en/report.ts'
import { partsBy, visits } from './attribution-example.ts'

// One picture for each model: the visits on a line that ends with the payment, and each visit's credit as a bar over it.

const size = { width: 690, height: 226 }
const line = 168
const tallest = 96
const places = { first: 62, apart: 118 }

/**
 * The picture of a model as SVG. Its own colours are light; where the page around it is dark, those of the style element
 * apply.
 */
export function modelPicture(model: Model): string {
  const stops = partsBy(model).map((minor, index) => stop(index, minor))
  const paid = placeOf(visits.length)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" fill="#0e2126">
<title>${report.models[model]}: how 100.00 is divided over five visits</title>
<style>@media (prefers-color-scheme: dark) { .card { fill: #111a1e } .text { fill: #e7eff0 } .faint { fill: #9db0b5 } .line { stroke: #3a4c52 } .bar { fill: #e3a93c } .stop { fill: #111a1e; stroke: #e3a93c } .without { stroke: #3a4c52 } .paid { fill: #e3a93c } .sign { fill: #111a1e } }</style>
<rect class="card" width="${size.width}" height="${size.height}" rx="8" fill="#f5f8f8"/>
<path class="line" d="M${placeOf(0)} ${line}H${paid}" stroke="#b9c7ca" stroke-width="2"/>
${stops.join('\n')}
<circle class="paid" cx="${paid}" cy="${line}" r="13" fill="#b87a14"/>
<text class="sign" x="${paid}" y="${line + 5}" font-weight="700" fill="#ffffff">$</text>
<text class="text" x="${paid}" y="${line + 32}" font-weight="600">Paid</text>
<text class="faint" x="${paid}" y="${line + 48}" font-size="12" fill="#506469">100.00</text>
</svg>
`
}

function stop(index: number, minor: number): string {
  const { channel = '', daysBefore = 0 } = visits[index] ?? {}
  const x = placeOf(index)
  const height = Math.round((minor / 10_000) * tallest)
  const top = line - 16 - height
  const bar = [
    `<rect class="bar" x="${x - 28}" y="${top}" width="56" height="${height}" rx="3" fill="#d99a2b"/>`,
    `<text class="text" x="${x}" y="${top - 7}" font-weight="600">${(minor / 100).toFixed(2)}</text>`,
  ]
  const when = daysBefore === 0 ? 'today' : `${daysBefore} days before`
  return [
    ...(minor === 0 ? [] : bar),
    `<circle class="stop${minor === 0 ? ' without' : ''}" cx="${x}" cy="${line}" r="7" fill="#f5f8f8" stroke="${minor === 0 ? '#b9c7ca' : '#b87a14'}" stroke-width="3"/>`,
    `<text class="text" x="${x}" y="${line + 32}">${channel}</text>`,
    `<text class="faint" x="${x}" y="${line + 48}" font-size="12" fill="#506469">${when}</text>`,
  ].join('\n')
}

function placeOf(index: number): number {
  return places.first + index * places.apart - (index === visits.length ? 24 : 0)
}
