import { Suspense, lazy, useState } from 'react'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useOverview } from '../../own-page/web/useOverview.ts'
import { NoChildren } from '../../parent-portal/web/NoChildren.tsx'
import { Children } from './Children.tsx'
import { FamilyToDo } from './FamilyToDo.tsx'
import { FamilyToday } from './FamilyToday.tsx'
import { UrgentChanges } from './UrgentChanges.tsx'
import { NewMessages } from './NewMessages.tsx'
import { NewThings } from './NewThings.tsx'
import { NextDays } from './NextDays.tsx'
import * as styles from './FamilyHome.css.ts'
import { childNames, visitsOf, type ChildPlace } from './visits.ts'

const ReportAbsenceDialog = lazy(async () => ({
  default: (await import('../../../scheduling/notices/web/ReportAbsenceDialog.tsx')).ReportAbsenceDialog,
}))

/** Choice of all children. */
const ALL = 'all'

/** Shows a guardian all children at once, or the one chosen: what is urgent, today, what waits for an answer, the next days, what is new. */
export function FamilyHome() {
  const { query } = useOverview(undefined)
  const [reported, setReported] = useState<ChildPlace>()
  const last = useLast(reported)
  const [chosen, setChosen] = useState(ALL)
  const { data: all } = query
  if (query.error && !all) return <ErrorState error={query.error} onRetry={query.refetch} />
  // A phone's window high, so that what stands below does not move through it.
  if (!all) return <Skeleton height={640} />
  if (all.length === 0) return <NoChildren />
  const ofChosen = all.filter(({ studentId }) => studentId === chosen)
  // A child may be gone since it was chosen.
  const overviews = ofChosen.length > 0 ? ofChosen : all
  const cancelled = visitsOf(overviews, ({ isToday, sessionStatus }) => isToday && sessionStatus === 'cancelled')
  return (
    <Stack>
      {all.length > 1 && (
        <div className={styles.chips}>
          <ViewSwitch
            label="Children"
            options={[{ id: ALL, label: 'All' }, ...all.map(({ studentId: id, firstName: label }) => ({ id, label }))]}
            value={ofChosen.length > 0 ? chosen : ALL}
            onChange={setChosen}
          />
        </div>
      )}
      <UrgentChanges overviews={overviews} />
      {cancelled.map(({ id, name, children }) => (
        <Banner key={id} tone="warn" title={`${name} is cancelled today`}>
          {childNames(children)} {children.length === 1 ? 'has' : 'have'} no session then.{' '}
          <TextLink href="/calendar">Open the calendar</TextLink>
        </Banner>
      ))}
      <FamilyToDo overviews={overviews} />
      <div className={styles.halves}>
        <FamilyToday query={query} overviews={overviews} onReport={setReported} />
        <NextDays query={query} overviews={overviews} readAt={query.dataUpdatedAt} onReport={setReported} />
      </div>
      <div className={styles.halves}>
        <Stack>
          <NewMessages />
          <NewThings query={query} overviews={overviews} />
        </Stack>
        <Children overviews={overviews} />
      </div>
      {last && (
        <Suspense>
          <ReportAbsenceDialog
            studentId={last.studentId}
            firstName={last.firstName}
            session={reported && { id: reported.place.sessionId, name: reported.place.name }}
            onClose={() => setReported(undefined)}
          />
        </Suspense>
      )}
    </Stack>
  )
}
