/** One record of a file, with the line on which it begins, counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Reads RFC 4180 with any of three separators; quotes may hold separators and line ends. */
export function csvRecords(text: string, separator: ',' | ';' | '\t'): CsvRecord[] {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endRecord = () => {
    cells.push(cell.trim())
    if (cells.some((one) => one !== '')) records.push({ line: begun, cells })
    cells = []
    cell = ''
  }
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(index + 1) === '"') cell += text.charAt(++index)
      else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (character === '\n') {
      endRecord()
      begun = line
    } else if (character !== '\r') {
      cell += character
    }
  }
  endRecord()
  return records
}

/** Text of a file as ad networks write it: UTF-8, or the UTF-16 that Google calls "Excel .csv". */
export function decodeExport(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}
