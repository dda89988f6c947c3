import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Repeat } from 'lucide-react'
import { useState } from 'react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { Session } from '../../sessions/contract.ts'
import { sessionsApi } from '../../sessions/web/client.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { SessionSeries as Series } from '../session-contract.ts'
import { ResetDialog } from './ResetDialog.tsx'
import { SeriesSessionsDialog } from './SeriesSessionsDialog.tsx'
import { sessionSeriesApi } from './client.ts'
import * as styles from './series.css.ts'
import { ownFieldsText, repeatText } from './seriesLabels.ts'

/** Shows a session's series, its neighbors in it, and its own fields. */
export function SessionSeries({ sessionId }: { sessionId: string }) {
  const params = { id: sessionId }
  const session = useQuery(sessionsApi.getSession({ params }))
  const series = useQuery({ ...sessionSeriesApi.getSessionSeries({ params }), enabled: !!session.data?.seriesId })
  if (session.data?.seriesId && series.isLoading) return <Skeleton height={32} />
  if (!session.data || !series.data) return null
  return <InSeries session={session.data} series={series.data} />
}

function InSeries({ session, series }: { session: Session; series: Series }) {
  const [isListing, setListing] = useState(false)
  const [isResetting, setResetting] = useState(false)
  const { position, total, previous, next, own } = series
  return (
    <>
      <section className={styles.inSeries} aria-label="Series">
        <p className={styles.rule}>
          <Repeat size={16} aria-hidden />
          <span>
            {position} of {total} in the series {series.name}, <WhenText session={session} series={series} />
          </span>
        </p>
        <div className={styles.steps}>
          {previous && (
            <PageLinkButton
              to="/sessions/$id"
              params={{ id: previous.id }}
              size="small"
              icon={<ChevronLeft size={14} aria-hidden />}
            >
              Previous
            </PageLinkButton>
          )}
          {next && (
            <PageLinkButton
              to="/sessions/$id"
              params={{ id: next.id }}
              size="small"
              icon={<ChevronRight size={14} aria-hidden />}
            >
              Next
            </PageLinkButton>
          )}
          <Button size="small" onPress={() => setListing(true)}>
            All sessions
          </Button>
        </div>
      </section>
      {own.length > 0 && (
        <Banner
          action={
            session.status === 'scheduled' && (
              <Button size="small" onPress={() => setResetting(true)}>
                Reset to the series
              </Button>
            )
          }
        >
          Changed for this session alone: {ownFieldsText(own)}. It stays when the series changes.
        </Banner>
      )}
      <SeriesSessionsDialog session={session} series={series} isOpen={isListing} onOpenChange={setListing} />
      <ResetDialog session={session} series={series} isOpen={isResetting} onOpenChange={setResetting} />
    </>
  )
}

/** Formats as `every Tuesday, 4:00 PM ET, until Jun 1, 2027`, with the zone unless it is the organization's. */
function WhenText({ session, series }: { session: Session; series: Series }) {
  const zone = useZone()
  // Same in summer and winter: `4:00 PM ET`.
  const shape = { hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' } as const
  const clock = new Intl.DateTimeFormat(undefined, { ...shape, timeZone: series.timeZone })
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  const { lastDay } = series.repeat
  return [
    repeatText(series.repeat),
    clock.format(new Date(session.originalStart ?? session.startDate)),
    ...(series.timeZone === zone ? [] : [`by the clock of ${series.timeZone.replaceAll('_', ' ')}`]),
    ...(lastDay ? [`until ${day.format(new Date(lastDay))}`] : []),
  ].join(', ')
}
