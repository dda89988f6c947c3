import { accentVariables } from '#core/web/ui/theme/accent.ts'
import { contrast, parseHex } from '#core/contract/contrast.ts'
import { palette } from '#core/web/ui/theme/palette.ts'
import type { Scheme } from '#core/web/ui/theme/palette.ts'
import * as styles from './AccentPreview.css.ts'

const schemes: Record<Scheme, string> = { light: 'Light scheme', dark: 'Dark scheme' }

/** Previews an accent color in light and dark, with its contrast. */
export function AccentPreview({ accent }: { accent: string }) {
  return (
    <div className={styles.previews} role="group" aria-label="Preview">
      <Preview accent={accent} scheme="light" />
      <Preview accent={accent} scheme="dark" />
    </div>
  )
}

function Preview({ accent: wanted, scheme }: { accent: string; scheme: Scheme }) {
  const { accent, accentText, accentInk } = accentVariables(wanted)[scheme]
  const { surface, border, text } = palette[scheme]
  const isAdapted = accent.toLowerCase() !== wanted.toLowerCase()
  return (
    <figure className={styles.preview}>
      <div className={styles.sample} style={{ background: surface, borderColor: border, color: text }}>
        <span className={styles.button} style={{ background: accent, color: accentText }}>
          A button
        </span>
        <span className={styles.link} style={{ color: accentInk }}>
          A link
        </span>
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.scheme}>{schemes[scheme]}</span>
        <span>
          Contrast {contrastText(accentText, accent)} on buttons, {contrastText(accentInk, surface)} of links
        </span>
        {isAdapted && (
          <span>
            Shown as {accent}, the nearest shade that stands out from a {scheme} page
          </span>
        )}
      </figcaption>
    </figure>
  )
}

/** Formats a contrast as '6.3:1'. */
function contrastText(one: string, other: string): string {
  const [a, b] = [parseHex(one), parseHex(other)]
  // Rounded down: 4.49 does not reach the required 4.5.
  return a && b ? `${(Math.floor(contrast(a, b) * 10) / 10).toFixed(1)}:1` : '—'
}
