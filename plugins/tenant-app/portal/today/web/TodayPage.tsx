import { useEffect } from 'react'
import { useUser } from '#core/web/session.ts'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { useDayPack } from '../../../scheduling/rosters/web/dayPack.ts'
import { NeedsAttention } from '../../dashboards/web/NeedsAttention.tsx'
import { useHasSampleData } from '../../sample-data/web/useHasSampleData.ts'
import { FlaggedEvents } from './FlaggedEvents.tsx'
import { HeldDoorEntries } from './HeldDoorEntries.tsx'
import { HeldMarks } from './HeldMarks.tsx'
import { MarksOfDevice } from './MarksOfDevice.tsx'
import { OverdueAttendance } from './OverdueAttendance.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { TodayMeetings } from './TodayMeetings.tsx'
import { UnsentLosses } from './UnsentLosses.tsx'

const OverdueConversations = part(
  () => import('../../../conversations/web/OverdueConversations.tsx'),
  'OverdueConversations',
)

const SampleDataBanner = part(() => import('../../sample-data/web/SampleDataBanner.tsx'), 'SampleDataBanner')

/** The day of staff: own sessions with their attendance, marks that wait, and for admins what is to be done first. */
export function TodayPage() {
  const { id, role } = useUser()
  const zone = useZone()
  const isAdmin = role !== 'instructor'
  const { isAdded: hasSample } = useHasSampleData()
  const now = useNow()
  useDayPack()
  // Names of a roll call that is over are deleted here, as those of the pack are.
  useEffect(() => {
    void import('../../../scheduling/door/web/rollCallStore.ts')
      .then(({ readRollCalls }) => readRollCalls(id))
      .catch(() => undefined)
  }, [id])
  // Without a connection the page of a session could not be fetched when it is needed.
  useEffect(() => {
    void Promise.all([
      import('../../session-pages/web/SessionPage.tsx'),
      import('../../../scheduling/rosters/web/AttendanceTab.tsx'),
      import('../../../scheduling/rosters/web/PackAttendance.tsx'),
      import('../../../scheduling/rosters/web/MarksWaiting.tsx'),
    ]).catch(() => undefined)
  }, [])
  const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric', timeZone: zone })
  return (
    <Page title="Today" help={day.format(now)}>
      <MarksOfDevice />
      {hasSample && (
        <PartBoundary>
          <SampleDataBanner />
        </PartBoundary>
      )}
      {isAdmin && <FlaggedEvents />}
      {isAdmin && <UnsentLosses />}
      {isAdmin && <HeldMarks />}
      {isAdmin && <HeldDoorEntries />}
      {isAdmin && <NeedsAttention />}
      <PartBoundary>
        <OverdueConversations />
      </PartBoundary>
      <TodayMeetings />
      {isAdmin ? <TodayFigures /> : <OverdueAttendance />}
    </Page>
  )
}
