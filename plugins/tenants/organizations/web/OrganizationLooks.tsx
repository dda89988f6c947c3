import { thumbnailUrl } from '#core/web/files.ts'
import { Mark } from '#core/web/shell/Mark.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { accentVariables } from '#core/web/ui/theme/accent.ts'
import { palette, defaultAccent } from '#core/web/ui/theme/palette.ts'
import type { Organization } from '../contract.ts'
import * as styles from './OrganizationLooks.css.ts'

const schemes = ['light', 'dark'] as const

/** The organization as its own sign-in page shows it, in both schemes. */
export function OrganizationLooks({ organization: { name, branding } }: { organization: Organization }) {
  const { accentColor, logoUrl } = branding
  const accent = typeof accentColor === 'string' ? accentColor : undefined
  const logo = typeof logoUrl === 'string' ? logoUrl : undefined
  const colours = accentVariables(accent ?? defaultAccent)
  return (
    <Card title="What it looks like" help="As its sign-in page shows it, light and dark.">
      <div className={styles.pictures}>
        {schemes.map((scheme) => (
          <div
            key={scheme}
            role="img"
            aria-label={`${name} in ${scheme} colours`}
            className={styles.picture}
            style={{ background: palette[scheme].canvas, color: palette[scheme].text }}
          >
            <span className={styles.brand}>
              {logo ? <img src={thumbnailUrl(logo, 64)} alt="" className={styles.logo} /> : <Mark />}
              <span className={styles.name}>{name}</span>
            </span>
            <span
              className={styles.button}
              style={{ background: colours[scheme].accent, color: colours[scheme].accentText }}
            >
              Sign in
            </span>
          </div>
        ))}
      </div>
      <p className={styles.words}>
        {logo ? 'A logo of its own' : 'No logo yet'} · {accent ? `colour ${accent}` : 'the platform’s colour'}
      </p>
    </Card>
  )
}
