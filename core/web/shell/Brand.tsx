import { usePlatform } from '../session.ts'
import * as styles from './Brand.css.ts'
import { Mark } from './Mark.tsx'

/** Logo and name of what this host is: the organization on its own host, else the platform. */
export function Brand() {
  const { tenant, platformName } = usePlatform()
  const logo = tenant?.branding.logoUrl
  return (
    <div className={styles.brand}>
      {logo ? <img src={logo} alt="" className={styles.logo} /> : <Mark />}
      <span className={styles.name}>{tenant?.name ?? platformName}</span>
    </div>
  )
}
