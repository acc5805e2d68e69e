/**
 * Computes a value on first use. A format of `Intl` takes a millisecond or more to make, and a dozen of them delay
 * the first render, which shows no figure yet.
 */
export function atFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
