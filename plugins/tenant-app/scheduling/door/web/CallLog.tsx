import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { DoorChild } from '../contract.ts'
import { doorApi, doorReads } from './client.ts'
import * as styles from './door.css.ts'

const outcomeLabels = { reached: 'Reached', 'no-answer': 'No answer', message: 'Left a message' } as const
type CallOutcome = keyof typeof outcomeLabels
const outcomeOptions = (Object.keys(outcomeLabels) as CallOutcome[]).map((id) => ({ id, label: outcomeLabels[id] }))

interface CallLogProps {
  sessionId: string
  meetingId: string
  child: DoorChild
}

/** Lists calls about a child who is not picked up yet, and logs another one. */
export function CallLog({ sessionId, meetingId, child }: CallLogProps) {
  const zone = useZone()
  const log = useMutation(doorApi.logDoorCall.mutation({ touches: doorReads }))
  const [calledName, setCalledName] = useState(child.allowed.find(({ kind }) => kind === 'guardian')?.name ?? '')
  const [outcome, setOutcome] = useState<CallOutcome>('reached')
  const save = () =>
    void log
      .mutateAsync({
        params: { id: sessionId },
        query: { meeting: meetingId },
        body: { id: crypto.randomUUID(), studentId: child.studentId, calledName, outcome, note: '' },
      })
      .catch((error: unknown) =>
        notify({ title: 'Call not saved', description: errorText(error), tone: 'destructive' }),
      )
  return (
    <Disclosure label={child.calls.length > 0 ? `Calls (${child.calls.length})` : 'Log a call'}>
      {() => (
        <div className={styles.stack}>
          {child.calls.length > 0 && (
            <ul className={styles.list} aria-label="Calls">
              {child.calls.map((call) => (
                <li key={call.at} className={styles.muted}>
                  <DateTime value={call.at} zone={zone} show="time" /> {call.calledName}:{' '}
                  {outcomeLabels[call.outcome].toLowerCase()} ({call.userName})
                </li>
              ))}
            </ul>
          )}
          <TextField label="Called" value={calledName} onChange={setCalledName} />
          <Select label="Outcome" options={outcomeOptions} value={outcome} onChange={setOutcome} />
          <Button isPending={log.isPending} isDisabled={calledName.trim() === ''} onPress={save}>
            Save call
          </Button>
        </div>
      )}
    </Disclosure>
  )
}
