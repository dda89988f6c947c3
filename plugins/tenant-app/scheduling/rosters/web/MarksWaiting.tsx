import { useSyncExternalStore } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { listenForConnection } from '#core/web/connection.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { attendanceLabels } from './attendanceLabels.ts'
import { useAllMarks } from './markQueues.ts'

/** Shows staff on every screen the unsent attendance on this device, and the refused one. */
export function MarksWaiting() {
  const { waiting, since, failure, refused, discardRefused, lost, lostSince, dismissLost } = useAllMarks()
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  const isStuck = waiting > 0 && (failure !== undefined || !isOnline)
  return (
    <>
      {isStuck && (
        <Banner tone="warn">
          <strong>
            {countText(waiting, 'mark')} waiting to sync since <DateTime value={since} show="time" />
          </strong>
          <p>{isOnline && failure} They stay on this device and are sent when the connection is back.</p>
        </Banner>
      )}
      {lost > 0 && (
        <Banner
          tone="error"
          title={`This device lost ${countText(lost, 'unsent mark')}`}
          action={
            <Button size="small" onPress={dismissLost}>
              Dismiss
            </Button>
          }
        >
          The browser has deleted what was stored since <DateTime value={lostSince} />. Check attendance from then on.
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner
          tone="error"
          title={`${countText(refused.length, 'attendance mark was', 'attendance marks were')} not saved`}
          action={
            <Button size="small" onPress={discardRefused}>
              Discard
            </Button>
          }
        >
          <ul>
            {refused.map(({ id, studentName, mark, refusal }) => (
              <li key={id}>
                <PersonName name={studentName} />: {mark ? attendanceLabels[mark].label : 'Not marked'}. {refusal}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}
