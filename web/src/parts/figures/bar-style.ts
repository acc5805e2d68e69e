/** How much of the label's cell a row's bar fills, from 0 to 1. */
export function barStyle(part: number): React.CSSProperties {
  return { '--bar': part } as React.CSSProperties
}
