import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Session } from '../../sessions/contract.ts'
import { SessionStatusBadge } from '../../sessions/web/SessionStatusBadge.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { SessionSeries } from '../session-contract.ts'
import { sessionSeriesApi } from './client.ts'
import * as styles from './series.css.ts'
import { shortTimeText } from './seriesLabels.ts'

interface SeriesSessionsDialogProps {
  session: Session
  series: SessionSeries
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Lists all sessions of a session's series, each with a link to its page. */
export function SeriesSessionsDialog({ session, series, isOpen, onOpenChange }: SeriesSessionsDialogProps) {
  return (
    <Dialog title={`Series ${series.name}`} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Sessions session={session} onDone={() => onOpenChange(false)} />
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function Sessions({ session, onDone }: { session: Session; onDone: () => void }) {
  const zone = useZone()
  const sessions = useQuery(sessionSeriesApi.listSeriesSessions({ params: { id: session.id } }))
  return (
    <DialogBody>
      {sessions.error && !sessions.data && <ErrorState error={sessions.error} onRetry={sessions.refetch} isFrameless />}
      {!sessions.data && !sessions.error && <Skeleton height={240} />}
      <ol className={styles.sessions}>
        {sessions.data?.map(({ id, startDate, ...timed }) => (
          <li key={id}>
            {id === session.id ? (
              <strong aria-current="page">{shortTimeText(startDate, zone)}</strong>
            ) : (
              <PageLink to="/sessions/$id" params={{ id }} onPress={onDone}>
                {shortTimeText(startDate, zone)}
              </PageLink>
            )}
            <SessionStatusBadge session={{ startDate, ...timed }} hidesScheduled />
          </li>
        ))}
      </ol>
    </DialogBody>
  )
}
