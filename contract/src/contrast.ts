/** The least contrast with white of a brand's colour, so that text in it can also be read on tinted backgrounds. */
export const minBrandContrast = 5

/** The contrast of a colour such as `#0b6e7f` with white, as WCAG 2 computes it: 1 to 21. */
export function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
