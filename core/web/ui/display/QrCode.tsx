import { encode } from 'uqr'
import * as styles from './QrCode.css.ts'

/** Modules of the quiet zone around it, without which cameras do not find it. */
const BORDER = 3

/** A text for a camera. Say what it is in `label`, and give the text beside it for people without one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  )
}
