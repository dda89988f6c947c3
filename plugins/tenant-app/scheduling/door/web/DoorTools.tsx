import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useUser } from '#core/web/session.ts'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { rollCallKinds, type HeadCount, type RollCallKind } from '../roll-call-contract.ts'
import { rollCallApi } from './client.ts'
import type { Door } from '../contract.ts'
import { DoorLog } from './DoorLog.tsx'
import * as styles from './door.css.ts'
import { PickupSlipCard } from './PickupSlipCard.tsx'
import { rollCallLabels } from './rollCallLabels.ts'

const kindOptions = rollCallKinds.map((id) => ({ id, label: rollCallLabels[id] }))

const failed = (title: string) => (error: unknown) =>
  notify({ title, description: errorText(error), tone: 'destructive' })

/** Head count, roll call and sheets of a meeting. */
export function DoorTools({ sessionId, door }: { sessionId: string; door: Door }) {
  const meetingId = door.meeting.id
  const sheets = `/api/sessions/${sessionId}/door` as const
  const mayPrintContacts = useUser().role !== 'superadmin'
  return (
    <>
      <HeadCountCard sessionId={sessionId} />
      <RollCallCard sessionId={sessionId} />
      {door.leads && <PickupSlipCard sessionId={sessionId} door={door} />}
      <Card title="Log">
        <Disclosure label="Show arrivals and departures">{() => <DoorLog sessionId={sessionId} />}</Disclosure>
      </Card>
      <Card title="Print">
        <div className={styles.stack}>
          <TextLink href={`${sheets}/badges?meeting=${meetingId}`} target="_blank">
            Badges on label sheets (PDF)
          </TextLink>
          <TextLink href={`${sheets}/badges?meeting=${meetingId}&format=label`} target="_blank">
            Badges, 62 × 29 mm (PDF)
          </TextLink>
          <TextLink href={`${sheets}/sign-in-sheet?meeting=${meetingId}`} target="_blank">
            Sign-in sheet (PDF)
          </TextLink>
          {mayPrintContacts && (
            <TextLink href={`${sheets}/emergency-sheet?meeting=${meetingId}`} target="_blank">
              Emergency sheet (PDF)
            </TextLink>
          )}
        </div>
      </Card>
    </>
  )
}

function HeadCountCard({ sessionId }: { sessionId: string }) {
  const [counted, setCounted] = useState<number | null>(null)
  const count = useMutation(rollCallApi.countHeads.mutation())
  const save = () => {
    if (counted === null) return notify({ title: 'Enter how many children you count' })
    count.mutate(
      { params: { id: sessionId }, body: { id: crypto.randomUUID(), counted } },
      { onError: failed('Head count not saved') },
    )
  }
  return (
    <Card title="Head count">
      <div className={styles.stack}>
        <NumberField label="Children you count" value={counted} onChange={setCounted} minValue={0} maxValue={10_000} />
        <Button isPending={count.isPending} onPress={save}>
          Compare
        </Button>
        {count.data && <Comparison count={count.data} />}
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

// The type is written down, since it would be inferred from the route, which is inferred from its parts.
function RollCallCard({ sessionId }: { sessionId: string }): ReactNode {
  const zone = useZone()
  const navigate = useNavigate()
  const [kind, setKind] = useState<RollCallKind>('evacuation')
  const [isDrill, setDrill] = useState(false)
  const params = { id: sessionId }
  const before = useQuery(rollCallApi.listRollCalls({ params, query: { limit: 5 } }))
  const start = useMutation(rollCallApi.startRollCall.mutation({ touches: [rollCallApi.listRollCalls.key()] }))
  const begin = () =>
    void start
      .mutateAsync({ params, body: { id: crypto.randomUUID(), kind, isDrill } })
      .then(({ id }) => navigate({ to: '/roll-calls/$id', params: { id } }))
      .catch(failed('Roll call not started'))
  return (
    <Card title="Roll call" help="Everyone who is here now, in all sessions at this place. Families are not notified.">
      <div className={styles.stack}>
        <Select label="Kind" options={kindOptions} value={kind} onChange={setKind} />
        <Switch label="Drill" isSelected={isDrill} onChange={setDrill} />
        <Button isPending={start.isPending} onPress={begin}>
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
