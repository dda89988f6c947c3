import { ExternalLink } from 'lucide-react'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import * as styles from './kindViews.css.ts'

/** What lies with somebody else: our pages load nothing of theirs, so it opens on their own. */
export function Elsewhere({ url, label }: { url: string; label: string }) {
  return (
    <div className={styles.elsewhere}>
      <LinkButton
        variant="primary"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        icon={<ExternalLink size={16} aria-hidden />}
      >
        {label}
      </LinkButton>
      <span className={styles.host}>{URL.canParse(url) ? `Opens ${new URL(url).host} in a new tab` : ''}</span>
    </div>
  )
}
