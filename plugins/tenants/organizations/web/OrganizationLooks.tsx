import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { thumbnailUrl } from '#core/web/files.ts'
import { Mark } from '#core/web/shell/Mark.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { accentVariables } from '#core/web/ui/theme/accent.ts'
import { palette } from '#core/web/ui/theme/palette.ts'
import type { Organization } from '../contract.ts'
import * as styles from './OrganizationLooks.css.ts'

const schemes = ['light', 'dark'] as const

/** The organization as its own sign-in page shows it, in both schemes. */
export function OrganizationLooks({ organization: { name, branding } }: { organization: Organization }) {
  const { accentColor, logoUrl } = branding
  const accent = typeof accentColor === 'string' ? accentColor : undefined
  const logo = typeof logoUrl === 'string' ? logoUrl : undefined
  const colors = accentVariables(accent ?? DEFAULT_ACCENT)
  return (
    <Card title="Appearance" help="Preview of its sign-in page, light and dark.">
      <div className={styles.pictures}>
        {schemes.map((scheme) => (
          <div
            key={scheme}
            role="img"
            aria-label={`${name} in ${scheme} colors`}
            className={styles.picture}
            style={{ background: palette[scheme].canvas, color: palette[scheme].text }}
          >
            <span className={styles.brand}>
              {logo ? <img src={thumbnailUrl(logo, 64)} alt="" className={styles.logo} /> : <Mark />}
              <span className={styles.name}>{name}</span>
            </span>
            <span
              className={styles.button}
              style={{ background: colors[scheme].accent, color: colors[scheme].accentText }}
            >
              Sign in
            </span>
          </div>
        ))}
      </div>
      <p className={styles.words}>
        {logo ? 'A logo of its own' : 'No logo yet'} · {accent ? `color ${accent}` : 'the platform’s color'}
      </p>
    </Card>
  )
}
