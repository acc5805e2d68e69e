/** Whatever goes wrong in here, the page continues: the tracker is a guest. */
export function guarded<Parameters extends unknown[]>(act: (...parameters: Parameters) => void) {
  return (...parameters: Parameters): void => {
    try {
      act(...parameters)
    } catch {
      // A storage that is switched off or a broken page is no reason to fail the page.
    }
  }
}

/** Listens, without ever throwing into the page, to several events (names split by blanks). */
export function listen(types: string, act: (event: Event) => void): void {
  for (const type of types.split(' ')) addEventListener(type, guarded(act), true)
}

/** Starts at once, or, on a page that is only rendered ahead and may never be seen, when it is shown. */
export function whenShown(start: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', guarded(start), { once: true })
  } else guarded(start)()
}
