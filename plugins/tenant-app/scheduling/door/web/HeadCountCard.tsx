import { useState } from 'react'
import { serverTime } from '#core/web/answers.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { useUser } from '#core/web/session.ts'
import { tryNow } from '#core/web/tryNow.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Door } from '../contract.ts'
import type { HeadCount } from '../roll-call-contract.ts'
import { rollCallApi } from './client.ts'
import * as styles from './door.css.ts'
import { doorOutbox } from './doorOutbox.ts'
import { childrenHere } from './knownDoor.ts'

/** Compares how many children are counted with who is here; without a connection, with who is here as this device knows. */
export function HeadCountCard({ sessionId, door }: { sessionId: string; door: Door }) {
  const [counted, setCounted] = useState<number | null>(null)
  const [result, setResult] = useState<HeadCount>()
  const [isPending, setPending] = useState(false)
  const { id: madeBy } = useUser()
  const [outbox] = useOutbox(doorOutbox)
  const meetingId = door.meeting.id
  const count = async (number: number) => {
    const id = crypto.randomUUID()
    const madeAt = serverTime().toISOString()
    const at = { madeBy, params: { id: sessionId }, query: { meeting: meetingId } }
    // Arrivals of this device that wait are here too: the server compares once it has them.
    const isSent = (await tryNow(outbox.whenSent)) !== undefined
    const answer =
      isSent && (await tryNow(() => rollCallApi.countHeads.call({ ...at, body: { id, counted: number, madeAt } })))
    if (answer) return setResult(answer)
    const what = `Head count of ${door.sessionName}: ${number}`
    const entry = { id, sessionId, meetingId, madeAt, refusal: '', act: 'head-count', counted: number, what } as const
    await outbox.add([entry])
    const children = childrenHere(door)
    setResult({ id, counted: number, hereNow: children.length, children, at: madeAt })
  }
  const compare = () => {
    if (counted === null) return notify({ title: 'Enter how many children you count' })
    setPending(true)
    void count(counted)
      .catch((error: unknown) =>
        notify({ title: 'Head count not saved', description: errorText(error), tone: 'destructive' }),
      )
      .finally(() => setPending(false))
  }
  return (
    <Card title="Head count">
      <div className={styles.stack}>
        <NumberField label="Children you count" value={counted} onChange={setCounted} minValue={0} maxValue={10_000} />
        <Button isPending={isPending} onPress={compare}>
          Compare
        </Button>
        {result && <Comparison count={result} />}
      </div>
    </Card>
  )
}

function Comparison({ count: { counted, hereNow, children } }: { count: HeadCount }) {
  if (counted === hereNow) return <Banner tone="success">All {hereNow} children are here.</Banner>
  const difference = Math.abs(counted - hereNow)
  const names = children.map(({ name }) => name).join(', ')
  return (
    <Banner tone="error" title={counted < hereNow ? `${difference} missing` : `${difference} more than checked in`}>
      Checked in ({hereNow}): {names || 'none'}
    </Banner>
  )
}
