/** Listens to several events (names split by blanks), before the page's own listeners. */
export function listen(types: string, act: (event: Event) => void): void {
  types.split(' ').map((type) => addEventListener(type, act, true))
}

/** Starts at once, or, on a prerendered page, when it is shown. */
export function whenShown(start: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    listen('prerenderingchange', start)
  } else start()
}
