import { useQuery } from '@tanstack/react-query'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { useSession } from '#core/web/session.ts'
import { kioskApi } from './client.ts'
import { KioskDesk } from './KioskDesk.tsx'
import * as styles from './kiosk.css.ts'
import { SetUpKiosk } from './SetUpKiosk.tsx'
import { StaffAtKiosk } from './StaffAtKiosk.tsx'

/** Milliseconds after which a kiosk asks whether it was revoked or unlocked. */
const POLL_INTERVAL_MS = 15_000

/** Screen of a tablet at the door: adults check children in and say that they leave. */
export function KioskPage() {
  const kiosk = useQuery({ ...kioskApi.getKiosk(), refetchInterval: POLL_INTERVAL_MS, retry: false })
  const user = useSession()
  const isEnded = kiosk.error?.status === 401
  return (
    <main className={styles.screen}>
      <meta name="robots" content="noindex" />
      <h1 className={styles.title}>{(!isEnded && kiosk.data?.organization) || 'Kiosk'}</h1>
      {isEnded ? (
        <SetUpKiosk onDone={() => void kiosk.refetch()} />
      ) : (
        <>
          {kiosk.data && (
            <p className={styles.muted}>{[kiosk.data.name, kiosk.data.place].filter(Boolean).join(' · ')}</p>
          )}
          {user && kiosk.data && <StaffAtKiosk user={user} onDone={() => void kiosk.refetch()} />}
          {kiosk.error && <Banner tone="warn">Please see staff.</Banner>}
          {!kiosk.error && kiosk.data?.isLocked && (
            <Banner tone="warn" title="This kiosk is locked">
              Please see staff.
            </Banner>
          )}
          {!user && !kiosk.error && kiosk.data?.isLocked === false && (
            <KioskDesk onLocked={() => void kiosk.refetch()} />
          )}
          {kiosk.isPending && <Skeleton height={320} />}
        </>
      )}
    </main>
  )
}
