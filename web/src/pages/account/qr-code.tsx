import { encode } from 'uqr'

/** A text as a QR code, always dark on light: many cameras read nothing else. */
export function QrCode(props: { text: string; label: string; className?: string | undefined }) {
  const { data, size } = encode(props.text, { border: 3 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={props.label}
      className={props.className}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
