import { ExternalLink } from 'lucide-react'
import { usePlatform } from '#core/web/session.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import * as styles from './OrganizationAddress.css.ts'
import { organizationAddress } from './subdomainAddress.ts'

/** The organization's own address, which opens it in a tab of its own; `text` stands for it where there is little room. */
export function OrganizationAddress({ subdomain, text }: { subdomain: string; text?: string }) {
  const { host, href } = organizationAddress(subdomain, usePlatform().platformDomain)
  return (
    <TextLink href={href} target="_blank" rel="noreferrer" className={styles.address}>
      <span className={styles.host}>{text ?? host}</span>
      <ExternalLink size={14} aria-hidden className={styles.icon} />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </TextLink>
  )
}
