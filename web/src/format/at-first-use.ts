/**
 * Makes a value when it is asked for first. A format of `Intl` takes a millisecond or more to make, and
 * a dozen of them hold up the first drawing, which shows no figure yet.
 */
export function atFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
