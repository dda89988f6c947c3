import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { MAX_CALLS, type DoorChild } from '../contract.ts'
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
  const all = useQuery({
    ...doorApi.listDoorCalls({
      params: { id: sessionId, studentId: child.studentId },
      query: { meeting: meetingId, limit: MAX_CALLS },
    }),
    enabled: false,
  })
  // The door is read again and again, the whole list once.
  const calls = all.data?.length === child.callCount ? all.data : child.calls
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
    <Disclosure label={child.callCount > 0 ? `Calls (${child.callCount})` : 'Log a call'}>
      {() => (
        <div className={styles.stack}>
          {child.calls.length > 0 && (
            <ul className={styles.list} aria-label="Calls">
              {calls.map((call) => (
                <li key={call.at} className={styles.muted}>
                  <DateTime value={call.at} zone={zone} show="time" /> {call.calledName}:{' '}
                  {outcomeLabels[call.outcome].toLowerCase()} ({call.userName})
                </li>
              ))}
            </ul>
          )}
          {child.callCount > calls.length && (
            <Button size="small" isPending={all.isFetching} onPress={() => void all.refetch()}>
              Show all {child.callCount} calls
            </Button>
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
