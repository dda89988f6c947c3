import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { HolidayEffect } from '../holidays-contract.ts'
import { DayList } from './DayList.tsx'
import { holidaysApi } from './client.ts'
import { sessionCountText, shortTimeText } from './seriesLabels.ts'

interface HolidayEffectWordsProps {
  holidayId: string | null
  /** Days of the holiday; null to delete it. */
  days: { firstDay: string; lastDay: string } | null
}

/** Lists sessions that a holiday would skip, and ones that it would restore. */
export function HolidayEffectText({ holidayId, days }: HolidayEffectWordsProps) {
  const zone = useZone()
  const effect = useQuery({
    queryKey: ['api', 'holidays', 'preview', holidayId, days],
    queryFn: ({ signal }) => holidaysApi.previewHoliday.call({ body: { holidayId, days } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (!effect.data) return null
  const { skipped, restored } = effect.data
  const list = (sessions: HolidayEffect['skipped']) =>
    sessions.map(({ id, name, startDate, registered }) => ({
      key: id,
      words: `${shortTimeText(startDate, zone)}: ${name}${registered > 0 ? `, ${registered} registered` : ''}`,
    }))
  return (
    <>
      {skipped.length > 0 && (
        <Banner tone="warn" title={`Skips ${sessionCountText(skipped.length)}`}>
          <DayList days={list(skipped)} />
        </Banner>
      )}
      {restored.length > 0 && (
        <Banner title={`${sessionCountText(restored.length)} will take place again`}>
          <DayList days={list(restored)} />
        </Banner>
      )}
    </>
  )
}
