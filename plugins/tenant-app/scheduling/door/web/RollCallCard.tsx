import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { serverTime } from '#core/web/answers.ts'
import { PageLink } from '#core/web/links.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { useUser } from '#core/web/session.ts'
import { tryNow } from '#core/web/tryNow.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useStoredMeetings } from '../../rosters/web/dayPack.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Door } from '../contract.ts'
import { rollCallKinds, type RollCallKind } from '../roll-call-contract.ts'
import { rollCallApi } from './client.ts'
import * as styles from './door.css.ts'
import { doorOutbox } from './doorOutbox.ts'
import { childrenAtPlace } from './knownDoor.ts'
import { rollCallLabels } from './rollCallLabels.ts'

const kindOptions = rollCallKinds.map((id) => ({ id, label: rollCallLabels[id] }))

/** Begins a roll call of the place; without a connection, of everyone who is here there as this device knows. */
// The type is written down, since it would be inferred from the route, which is inferred from its parts.
export function RollCallCard({ sessionId, door }: { sessionId: string; door: Door }): ReactNode {
  const zone = useZone()
  const { id: madeBy } = useUser()
  const navigate = useNavigate()
  const [kind, setKind] = useState<RollCallKind>('evacuation')
  const [isDrill, setDrill] = useState(false)
  const [isPending, setPending] = useState(false)
  const [outbox, { waiting }] = useOutbox(doorOutbox)
  const stored = useStoredMeetings()
  const params = { id: sessionId }
  const before = useQuery(rollCallApi.listRollCalls({ params, query: { limit: 5 } }))
  const start = async () => {
    // Arrivals of this device that wait are called too.
    const isSent = (await tryNow(outbox.whenSent)) !== undefined
    const id = crypto.randomUUID()
    const madeAt = serverTime().toISOString()
    const meetingId = door.meeting.id
    const query = { meeting: meetingId }
    const answer =
      isSent &&
      (await tryNow(() => rollCallApi.startRollCall.call({ madeBy, params, query, body: { id, kind, isDrill } })))
    if (!answer) {
      const children = childrenAtPlace(door, stored ?? [], waiting)
      const what = `${rollCallLabels[kind]} of ${children.length}`
      const { location } = door
      const at = { id, sessionId, meetingId, madeAt, refusal: '', what }
      await outbox.add([{ ...at, act: 'roll-call', kind, isDrill, location, children }])
    }
    await navigate({ to: '/roll-calls/$id', params: { id } })
  }
  const begin = () => {
    setPending(true)
    void start()
      .catch((error: unknown) =>
        notify({ title: 'Roll call not started', description: errorText(error), tone: 'destructive' }),
      )
      .finally(() => setPending(false))
  }
  return (
    <Card title="Roll call" help="Everyone who is here now, in all sessions at this place. Families are not notified.">
      <div className={styles.stack}>
        <Select label="Kind" options={kindOptions} value={kind} onChange={setKind} />
        <Switch label="Drill" isSelected={isDrill} onChange={setDrill} />
        <Button isPending={isPending} onPress={begin}>
          Start roll call
        </Button>
        {before.data && before.data.length > 0 && (
          <ul className={styles.list} aria-label="Roll calls">
            {before.data.map((one) => (
              <li key={one.id}>
                <PageLink to="/roll-calls/$id" params={{ id: one.id }}>
                  {rollCallLabels[one.kind]}
                  {one.isDrill && ' (drill)'}
                </PageLink>{' '}
                <span className={styles.muted}>
                  <DateTime value={one.startedAt} zone={zone} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
