import { countText } from '#core/contract/count-text.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { LostBanner, RefusedBanner, WaitingBanner } from '#core/web/shell/UnsentBanners.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { pointsOutbox } from './pointsOutbox.ts'

/** Says on every screen of staff which points wait on this device, and which the server refuses. */
export function PointsWaiting() {
  const [outbox, { waiting, refused, failure, lost, lostSince }] = useOutbox(pointsOutbox)
  const students = countText(new Set(waiting.map(({ studentId }) => studentId)).size, 'student')
  return (
    <>
      {waiting.length > 0 && (
        <WaitingBanner what={`Points for ${students}`} since={waiting[0]?.madeAt} failure={failure} />
      )}
      {lost > 0 && (
        <LostBanner
          what={countText(lost, 'unsent entry of points', 'unsent entries of points')}
          since={lostSince}
          advice="Check the points of your sessions from then on."
          onDismiss={outbox.dismissLost}
        />
      )}
      {refused.length > 0 && (
        <RefusedBanner
          title={`${countText(refused.length, 'entry of points was', 'entries of points were')} not saved`}
          lines={refused.map(({ id, studentName, points, refusal }) => {
            const said = `: ${countText(points, 'point')}. ${refusal}`
            const shown = (
              <>
                <PersonName name={studentName} />
                {said}
              </>
            )
            return { id, text: studentName + said, shown }
          })}
          onDiscard={outbox.discardRefused}
        />
      )}
    </>
  )
}
