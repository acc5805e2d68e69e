type Values = Readonly<Record<string, unknown>>

/** A row of GA4's table of events, whether its records came as JSON or as cells of a table. */
export class Ga4Row {
  #values: Values
  #params: Map<string, string | number>

  private constructor(values: Values) {
    this.#values = values
    this.#params = paramsOf(values.event_params)
  }

  /** Undefined for text that is no JSON object. */
  static ofJson(text: string): Ga4Row | undefined {
    const value = parsed(text)
    return isRecord(value) ? new Ga4Row(value) : undefined
  }

  static ofCells(cells: Readonly<Record<string, string>>): Ga4Row {
    const values: Record<string, unknown> = {}
    for (const [name, cell] of Object.entries(cells)) {
      values[name] = /^\s*[[{]/.test(cell) ? (parsed(cell) ?? cell) : cell
    }
    return new Ga4Row(values)
  }

  /** A value by its path, such as `geo.country`, which a flat table calls so, or `geo_country`. */
  text(path: string): string {
    const flat = own(this.#values, path) ?? own(this.#values, path.replaceAll('.', '_'))
    return textOf(flat ?? path.split('.').reduce(own, this.#values as unknown))
  }

  /** A parameter of the event; a flat table has it as a separate column. */
  param(name: string): string {
    const value = this.#params.get(name)
    return value === undefined
      ? textOf(own(this.#values, `event_params.${name}`) ?? own(this.#values, name))
      : String(value)
  }

  /** The parameters that are not among these, as properties of a goal; undefined without any. */
  otherParams(known: ReadonlySet<string>): Record<string, unknown> | undefined {
    const others = [...this.#params].filter(([name]) => !known.has(name)).slice(0, 30)
    return others.length === 0 ? undefined : Object.fromEntries(others)
  }
}

/** `[{ key, value: { string_value | int_value | … } }]`, as BigQuery writes it. */
function paramsOf(list: unknown): Map<string, string | number> {
  const params = new Map<string, string | number>()
  for (const param of Array.isArray(list) ? list : []) {
    const key = own(param, 'key')
    const value = own(param, 'value')
    if (typeof key !== 'string' || !isRecord(value)) continue
    const said = value.string_value ?? value.int_value ?? value.double_value ?? value.float_value
    if (typeof said === 'string' || typeof said === 'number') params.set(key, said)
  }
  return params
}

function own(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
