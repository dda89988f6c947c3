import { useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Attendance, OverruledMark, Participant } from '../contract.ts'
import * as styles from './attendance.css.ts'
import { attendanceLabels } from './attendanceLabels.ts'
import { rostersApi } from './client.ts'
import type { MarkedMeeting } from './markQueue.ts'
import { useMarks } from './useMarks.ts'

interface OverruledMarksProps {
  at: MarkedMeeting
  participants: readonly Participant[]
}

/** Lists the user's records that another user's overruled, with a choice between the two. */
export function OverruledMarks({ at: { sessionId, meetingId }, participants }: OverruledMarksProps) {
  const { mark, unsaved } = useMarks({ sessionId, meetingId })
  const { data } = useQuery(rostersApi.listOverruledMarks({ params: { id: sessionId }, query: { meeting: meetingId } }))
  const settle = ({ studentId }: OverruledMark, chosen: Attendance | null) =>
    mark(
      participants.filter((one) => one.studentId === studentId),
      chosen,
    )
  const open = data?.filter(({ studentId }) => !unsaved.has(studentId)) ?? []
  if (open.length === 0) return null
  return (
    <div className={styles.below}>
      {open.map((one) => (
        <Overruled key={one.studentId} overruled={one} onSettle={(chosen) => settle(one, chosen)} />
      ))}
    </div>
  )
}

function Overruled({
  overruled,
  onSettle,
}: {
  overruled: OverruledMark
  onSettle: (chosen: Attendance | null) => void
}) {
  const zone = useZone()
  const { studentName, mark, madeAt, standing, standingBy, standingAt } = overruled
  return (
    <Banner
      tone="warn"
      action={
        <>
          <Button size="small" aria-label={`Use mine for ${studentName}`} onPress={() => onSettle(mark)}>
            Use mine
          </Button>
          <Button
            size="small"
            aria-label={`Keep ${labelOf(standing)} for ${studentName}`}
            onPress={() => onSettle(standing)}
          >
            Keep {labelOf(standing)}
          </Button>
        </>
      }
    >
      <PersonName name={studentName} />: you marked {labelOf(mark)} <DateTime value={madeAt} zone={zone} show="time" />,{' '}
      {standingBy ?? 'another user'} {labelOf(standing)} <DateTime value={standingAt} zone={zone} show="time" />.
    </Banner>
  )
}

const labelOf = (mark: Attendance | null) => (mark ? attendanceLabels[mark].label : 'Not marked')
