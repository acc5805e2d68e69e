const escapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
}

/**
 * A value as ClickHouse's HTTP interface takes it in `param_name`: escaped as in TSV, in an array as in SQL
 * (https://clickhouse.com/docs/interfaces/http#tabs-in-url-parameters).
 *
 * @throws TypeError for a value of another kind, or a number that is not finite.
 */
export function formatParameter(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'string') return escaped(value)
  return formatInside(value)
}

function formatInside(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return `'${escaped(value)}'`
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(formatInside).join(',')}]`
  throw new TypeError('A parameter is a text, a number, a boolean or a list of these')
}

const escaped = (text: string) =>
  text.replaceAll(/[\t\n\r'\\]/g, (found) => escapes[found] ?? found)
