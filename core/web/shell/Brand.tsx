import { openTenantStatuses } from '#core/contract/tenancy.ts'
import { thumbnailUrl } from '../files.ts'
import { usePlatform } from '../session.ts'
import * as styles from './Brand.css.ts'
import { Mark } from './Mark.tsx'

/**
 * Logo and name of the organization on its own host, else of the platform; below the place where that is said, on narrow
 * windows.
 */
export function Brand({ place }: { place?: string | undefined }) {
  const { tenant, platformName } = usePlatform()
  // Images of a closed organization are not served.
  const logo = tenant && openTenantStatuses.has(tenant.status) ? tenant.branding.logoUrl : undefined
  return (
    <div className={styles.brand}>
      {logo ? <img src={thumbnailUrl(logo, 64)} alt="" className={styles.logo} /> : <Mark />}
      {place ? (
        <span className={styles.lines}>
          <span className={styles.place}>{place}</span>
          <span className={styles.below}>{tenant?.name ?? platformName}</span>
        </span>
      ) : (
        <span className={styles.name}>{tenant?.name ?? platformName}</span>
      )}
    </div>
  )
}
