import type { RateList } from './rate-list.ts'
import { UnreadableRates } from './unreadable-rates.ts'

// Each alternative begins with another character and nothing in one can match twice: linear in the text.
const attributeText = String.raw`\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<&]*"|'[^'<&]*')`
const token = new RegExp(
  String.raw`<(\/?)([A-Za-z][\w:.-]*)((?:${attributeText})*)\s*(\/?)>|[^<&]+`,
  'y',
)
const attribute = /([A-Za-z][\w:.-]*)\s*=\s*["']([^"']*)["']/g
const maxNesting = 8

/**
 * `<Cube time='2024-12-31'>` and in it `<Cube currency='USD' rate='1.0389'/>`, in an `Envelope`. These files use only
 * elements, attributes and text; a document type, an entity, a comment or an unclosed element is refused, so nothing
 * can be expanded, fetched or cut off.
 */
export function readXmlRates(text: string, list: RateList): void {
  const declaration = /^<\?xml[^<>?]*\?>/.exec(text)?.[0] ?? ''
  token.lastIndex = declaration.length
  const open: string[] = []
  let isOver = false
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (found === null) throw new UnreadableRates(`it is not plain XML at character ${at}`)
    const [whole, isEnd, name, attributes = '', isEmpty] = found
    if (name === undefined) {
      if (open.length === 0 && whole.trim() !== '') throw new UnreadableRates('it has stray text')
      continue
    }
    if (isEnd) {
      if (open.pop() !== name) throw new UnreadableRates(`it ends ${name} in the wrong place`)
    } else {
      if (open.length === 0 && (isOver || !/(^|:)Envelope$/.test(name)))
        throw new UnreadableRates('it is not an Envelope of the ECB')
      if (name === 'Cube') readCube(attributes, list)
      if (!isEmpty && open.push(name) > maxNesting) throw new UnreadableRates('it nests too deep')
    }
    isOver = open.length === 0
  }
  if (!isOver) throw new UnreadableRates('it is cut off')
}

function readCube(attributes: string, list: RateList): void {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of attributes.matchAll(attribute)) values.set(name, value)
  const [time, currency, rate] = [values.get('time'), values.get('currency'), values.get('rate')]
  if (time !== undefined) list.begin(time)
  else if (currency !== undefined || rate !== undefined) list.add(currency ?? '', rate ?? '')
}
