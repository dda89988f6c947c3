import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { repeat as repeatSchema, type Plan, type PlannedSession } from '../contract.ts'
import { seriesApi } from './client.ts'
import { sessionCountText, shortTimeText, troublesText, wallText } from './seriesLabels.ts'
import { DayList } from './DayList.tsx'

const watchedFields = ['startDate', 'endDate', 'instructorId', 'location', 'repeat'] as const

interface PlanPreviewProps {
  /** Id of the edited session, which does not clash with itself. */
  sessionId?: string
  /** True if the rule belongs to an existing series from which the session was detached. */
  isSingle?: boolean
}

/** Previews the plan: the number of sessions, skipped ones, and clashes. It blocks no plan. */
export function PlanPreview({ sessionId, isSingle = false }: PlanPreviewProps) {
  const zone = useZone()
  const [startDate, endDate, instructorId, location, repeat] = useWatch({ name: [...watchedFields] }) as [
    string,
    string,
    string | null,
    string,
    unknown,
  ]
  const rule = repeat === null || isSingle ? null : repeatSchema.safeParse(repeat)
  const isComplete = Boolean(startDate && endDate) && endDate > startDate && rule?.success !== false
  const asked = useDebounced(
    isComplete ? JSON.stringify({ startDate, endDate, instructorId, location, repeat: rule?.data, sessionId }) : '',
  )
  const preview = useQuery({
    queryKey: ['api', 'series', 'preview', asked],
    queryFn: ({ signal }) => seriesApi.previewPlan.call({ body: JSON.parse(asked) }, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  if (!isComplete || !preview.data) return null
  return <PlanText plan={preview.data} zone={zone} isSeries={rule !== null} />
}

interface PlanWordsProps {
  plan: Plan
  zone: string
  isSeries: boolean
}

function PlanText({ plan: { sessions, nonexistent }, zone, isSeries }: PlanWordsProps) {
  const troubled = sessions.filter(({ closedFor, clashes }) => closedFor !== null || clashes.length > 0)
  const skipped = sessions.filter(({ closedFor }) => closedFor !== null).length
  const [first, last] = [sessions[0], sessions.at(-1)]
  const title = isSeries
    ? `${sessionCountText(sessions.length - skipped)}${skipped > 0 ? `, ${skipped} skipped` : ''}`
    : 'Something is in the way at that time'
  if (troubled.length === 0 && nonexistent.length === 0) {
    if (!isSeries || !first || !last) return null
    return (
      <Banner title={title}>
        {shortTimeText(first.startDate, zone)} to {shortTimeText(last.startDate, zone)}
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title={title}>
      <DayList days={troubled.map((session) => describe(session, zone))} />
      {nonexistent.length > 0 && (
        <p>Daylight saving skips {nonexistent.map(wallText).join('; ')}: there is no session then.</p>
      )}
    </Banner>
  )
}

const describe = (session: PlannedSession, zone: string) => ({
  key: session.startDate,
  words: `${shortTimeText(session.startDate, zone)}: ${troublesText(session)}`,
})
