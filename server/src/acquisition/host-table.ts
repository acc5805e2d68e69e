/** Prefixes that only describe how a page is served, not whose it is. */
const servingPrefix = /^(?:www\d?|m|mobile|amp)\./

/**
 * Finds the entry for a host. Whole labels only: `x.com` never matches inside `netflix.com`. The notation of the
 * entries is that of `data/source-list.ts`.
 */
export class HostTable<Value> {
  readonly #exact = new Map<string, Value>()
  readonly #below = new Map<string, Value>()

  add(entry: string, value: Value): void {
    if (entry.startsWith('*.')) {
      this.#below.set(entry.slice(2), value)
    } else if (entry.startsWith('.')) {
      this.#exact.set(entry.slice(1), value)
      this.#below.set(entry.slice(1), value)
    } else {
      this.#exact.set(withoutServingPrefix(entry), value)
    }
  }

  /** The most specific entry for a lower-case host. */
  find(host: string): Value | undefined {
    const found = this.#exact.get(host) ?? this.#exact.get(withoutServingPrefix(host))
    if (found !== undefined) return found
    for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
      const parent = this.#below.get(host.slice(dot + 1))
      // `www.example.com` is example.com itself, not a host below it.
      if (parent !== undefined && !/^(?:www\d?|m)$/.test(host.slice(0, dot))) return parent
    }
    return undefined
  }
}

/** The host a page belongs to: `www.example.com` and `m.example.com` are example.com. */
export function withoutServingPrefix(host: string): string {
  const prefix = servingPrefix.exec(host)?.[0]
  // `m.me` is a host itself, not the mobile form of a top-level domain.
  return prefix && host.indexOf('.', prefix.length) !== -1 ? host.slice(prefix.length) : host
}
