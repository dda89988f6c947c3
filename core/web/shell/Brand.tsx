import { openTenantStatuses } from '#core/contract/tenancy.ts'
import { thumbnailUrl } from '../files.ts'
import { usePlatform } from '../session.ts'
import * as styles from './Brand.css.ts'
import { Mark } from './Mark.tsx'

/** Logo and name of what this host is: the organization on its own host, else the platform. */
export function Brand() {
  const { tenant, platformName } = usePlatform()
  // Images of a closed organization are not served.
  const logo = tenant && openTenantStatuses.has(tenant.status) ? tenant.branding.logoUrl : undefined
  return (
    <div className={styles.brand}>
      {logo ? <img src={thumbnailUrl(logo, 64)} alt="" className={styles.logo} /> : <Mark />}
      <span className={styles.name}>{tenant?.name ?? platformName}</span>
    </div>
  )
}
