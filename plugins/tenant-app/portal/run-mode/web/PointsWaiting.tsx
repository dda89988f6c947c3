import { useSyncExternalStore } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { listenForConnection } from '#core/web/connection.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { pointsOutbox } from './pointsOutbox.ts'

/** Says on every screen of staff which points wait on this device, and which the server refuses. */
export function PointsWaiting() {
  const [outbox, { waiting, refused, failure }] = useOutbox(pointsOutbox)
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  return (
    <>
      {waiting.length > 0 && (failure !== undefined || !isOnline) && (
        <Banner tone="warn">
          <strong>
            Points for {countText(new Set(waiting.map(({ studentId }) => studentId)).size, 'student')} waiting to sync
            since <DateTime value={waiting[0]?.madeAt} show="time" />
          </strong>
          <p>{isOnline && failure} They stay on this device and are sent when the connection is back.</p>
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner
          tone="error"
          title={`${countText(refused.length, 'entry of points was', 'entries of points were')} not saved`}
          action={
            <Button size="small" onPress={outbox.discardRefused}>
              Discard
            </Button>
          }
        >
          <ul>
            {refused.map(({ id, studentName, points, refusal }) => (
              <li key={id}>
                <PersonName name={studentName} />: {countText(points, 'point')}. {refusal}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}
