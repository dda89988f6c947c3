import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { rollCallPoints, type RollCall, type RollCallPoint } from '../roll-call-contract.ts'
import { rollCallApi } from './client.ts'
import * as styles from './door.css.ts'
import { pointLabels, rollCallLabels } from './rollCallLabels.ts'

const route = getRouteApi('/shell/roll-calls/$id')

const POLL_INTERVAL_MS = 5000

const pointOptions = rollCallPoints.map((id) => ({ id, label: pointLabels[id] }))

/** Roll call of a place: one tap marks a child safe; every device sees the others' marks. */
// The type is written down, since it would be inferred from the route, which is inferred from its parts.
export function RollCallPage(): ReactNode {
  const { id } = route.useParams()
  const zone = useZone()
  const roll = useQuery({ ...rollCallApi.getRollCall({ params: { id } }), refetchInterval: POLL_INTERVAL_MS })
  const title = roll.data ? `${rollCallLabels[roll.data.kind]}${roll.data.isDrill ? ' (drill)' : ''}` : 'Roll call'
  return (
    <Page
      title={title}
      help={
        roll.data && (
          <>
            {roll.data.location && `${roll.data.location} · `}
            {roll.data.startedBy}, <DateTime value={roll.data.startedAt} zone={zone} />
          </>
        )
      }
    >
      <Loaded query={roll} height={480}>
        {(data) => <Children roll={data} />}
      </Loaded>
    </Page>
  )
}

function Children({ roll }: { roll: RollCall }) {
  const [point, setPoint] = useState<RollCallPoint>('start')
  const mark = useMutation(rollCallApi.markRollCall.mutation({ touches: [rollCallApi.getRollCall.key()] }))
  const safe = roll.children.filter((child) => child[point] === true)
  const toggle = (studentId: string, isSafe: boolean) =>
    mark.mutate(
      { params: { id: roll.id }, body: { marks: [{ id: crypto.randomUUID(), studentId, point, isSafe }] } },
      {
        onError: (error) => notify({ title: 'Not saved', description: errorText(error), tone: 'destructive' }),
      },
    )
  return (
    <div className={styles.stack}>
      <RadioGroup label="Where you count" options={pointOptions} value={point} onChange={setPoint} />
      <p className={styles.here} role="status">
        {safe.length} of {roll.children.length} safe
      </p>
      <Card isFlush>
        <ul className={styles.list} aria-label="Children">
          {roll.children.map(({ studentId, name, sessionName, ...at }) => (
            <li key={studentId} className={styles.row}>
              <div className={styles.name}>
                <PersonName name={name} />
                <span className={styles.muted}>{sessionName}</span>
              </div>
              <Button
                className={styles.act}
                variant={at[point] ? 'secondary' : 'primary'}
                aria-label={at[point] ? `${name} is safe; take back` : `Mark ${name} safe`}
                onPress={() => toggle(studentId, at[point] !== true)}
              >
                {at[point] ? 'Safe' : 'Mark safe'}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
