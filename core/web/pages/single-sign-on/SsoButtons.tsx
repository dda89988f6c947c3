import { usePlatform } from '../../session.ts'
import * as styles from '../../ui/actions/Button.css.ts'

/** Links to the identity providers of this host. The router knows none of their addresses. */
export function SsoButtons() {
  const { signInProviders = [] } = usePlatform()
  const next = new URLSearchParams(location.search).get('next')
  const query = next === null ? '' : `?next=${encodeURIComponent(next)}`
  const look = [styles.base, styles.size.large, styles.variant.secondary, styles.fullWidth].join(' ')
  return signInProviders.map(({ id, name }) => (
    <a key={id} className={look} href={`/api/sso/${id}/start${query}`}>
      <span>
        Continue with <bdi>{name}</bdi>
      </span>
    </a>
  ))
}
