import { t } from '../text.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import * as styles from './Loading.css.ts'

/** While host, session or a page's code are on their way; it shows itself after 150 ms. */
export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <Spinner />
      {location.pathname === '/' ? t('Loading dashboard...') : t('Loading...')}
    </div>
  )
}
