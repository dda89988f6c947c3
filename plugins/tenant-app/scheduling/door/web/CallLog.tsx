import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { serverTime } from '#core/web/answers.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { MAX_CALLS, type DoorChild } from '../contract.ts'
import { doorApi } from './client.ts'
import * as styles from './door.css.ts'
import { doorOutbox } from './doorOutbox.ts'

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
  const [outbox, { waiting }] = useOutbox(doorOutbox)
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
  const own = waiting.filter((entry) => entry.act === 'call' && entry.studentId === child.studentId)
  const count = child.callCount + own.length
  const save = () =>
    void outbox.add([
      {
        id: crypto.randomUUID(),
        sessionId,
        meetingId,
        madeAt: serverTime().toISOString(),
        refusal: '',
        act: 'call',
        studentId: child.studentId,
        call: { calledName: calledName.trim(), outcome },
        what: `Call about ${child.firstName} ${child.lastName}: ${calledName}, ${outcomeLabels[outcome].toLowerCase()}`,
      },
    ])
  return (
    <Disclosure label={count > 0 ? `Calls (${count})` : 'Log a call'}>
      {() => (
        <div className={styles.stack}>
          {count > 0 && (
            <ul className={styles.list} aria-label="Calls">
              {own.map(
                (entry) =>
                  entry.act === 'call' && (
                    <li key={entry.id} className={styles.muted}>
                      <DateTime value={entry.madeAt} zone={zone} show="time" /> {entry.call.calledName}:{' '}
                      {outcomeLabels[entry.call.outcome].toLowerCase()} (not sent yet)
                    </li>
                  ),
              )}
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
          <Button isDisabled={calledName.trim() === ''} onPress={save}>
            Save call
          </Button>
        </div>
      )}
    </Disclosure>
  )
}
