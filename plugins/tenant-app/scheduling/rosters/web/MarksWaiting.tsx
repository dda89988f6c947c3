import { countText } from '#core/contract/count-text.ts'
import { LostBanner, RefusedBanner, WaitingBanner } from '#core/web/shell/UnsentBanners.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { attendanceLabels } from './attendanceLabels.ts'
import { useAllMarks } from './markQueues.ts'

/** Shows staff on every screen the unsent attendance on this device, and the refused one. */
export function MarksWaiting() {
  const { waiting, since, failure, refused, discardRefused, lost, lostSince, dismissLost } = useAllMarks()
  return (
    <>
      {waiting > 0 && <WaitingBanner what={countText(waiting, 'mark')} since={since} failure={failure} />}
      {lost > 0 && (
        <LostBanner
          what={countText(lost, 'unsent mark')}
          since={lostSince}
          advice="Check attendance from then on."
          onDismiss={dismissLost}
        />
      )}
      {refused.length > 0 && (
        <RefusedBanner
          title={`${countText(refused.length, 'attendance mark was', 'attendance marks were')} not saved`}
          lines={refused.map(({ id, studentName, mark, refusal }) => {
            const said = `: ${mark ? attendanceLabels[mark].label : 'Not marked'}. ${refusal}`
            const shown = (
              <>
                <PersonName name={studentName} />
                {said}
              </>
            )
            return { id, text: studentName + said, shown }
          })}
          onDiscard={discardRefused}
        />
      )}
    </>
  )
}
