import { getRouteApi } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { serverTime } from '#core/web/answers.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { rollCallPoints, type RollCall, type RollCallPoint } from '../roll-call-contract.ts'
import * as styles from './door.css.ts'
import { ChildContacts } from './ChildContacts.tsx'
import { pointLabels, rollCallLabels } from './rollCallLabels.ts'
import { usePackContacts } from './usePackContacts.ts'
import { useRollCall } from './useRollCall.ts'

type RollCallChild = RollCall['children'][number]

const route = getRouteApi('/shell/roll-calls/$id')

const pointOptions = rollCallPoints.map((id) => ({ id, label: pointLabels[id] }))

/** Roll call of a place: one tap marks a child safe; every device sees the others' marks. */
// The type is written down, since it would be inferred from the route, which is inferred from its parts.
export function RollCallPage(): ReactNode {
  const { id } = route.useParams()
  const zone = useZone()
  const { query, roll, outbox } = useRollCall(id)
  const title = roll ? `${rollCallLabels[roll.kind]}${roll.isDrill ? ' (drill)' : ''}` : 'Roll call'
  const mark = (child: RollCallChild, point: RollCallPoint, isSafe: boolean) =>
    void outbox.add([
      {
        id: crypto.randomUUID(),
        madeAt: serverTime().toISOString(),
        refusal: '',
        act: 'roll-mark',
        rollCallId: id,
        studentId: child.studentId,
        point,
        isSafe,
        what: `${child.name}: ${isSafe ? 'safe' : 'not safe'}, ${pointLabels[point].toLowerCase()}`,
      },
    ])
  const noteContacts = ({ studentId, name }: RollCallChild) =>
    void outbox.add([
      {
        id: crypto.randomUUID(),
        madeAt: serverTime().toISOString(),
        refusal: '',
        act: 'contacts',
        rollCallId: id,
        studentId,
        what: `Contacts of ${name} shown`,
      },
    ])
  return (
    <Page
      title={title}
      help={
        roll && (
          <>
            {[roll.location, roll.startedBy].filter(Boolean).join(' · ')}{' '}
            <DateTime value={roll.startedAt} zone={zone} />
          </>
        )
      }
    >
      <Loaded query={query} height={480}>
        {(data) => <Children roll={data} onMark={mark} onShow={noteContacts} />}
      </Loaded>
    </Page>
  )
}

interface ChildrenProps {
  roll: RollCall
  onMark: (child: RollCallChild, point: RollCallPoint, isSafe: boolean) => void
  /** Contacts of a child are shown. */
  onShow: (child: RollCallChild) => void
}

function Children({ roll, onMark, onShow }: ChildrenProps) {
  const [point, setPoint] = useState<RollCallPoint>('start')
  const contacts = usePackContacts()
  const safe = roll.children.filter((child) => child[point] === true)
  return (
    <div className={styles.stack}>
      <RadioGroup label="Where you count" options={pointOptions} value={point} onChange={setPoint} />
      <p className={styles.here} role="status">
        {safe.length} of {roll.children.length} safe
      </p>
      <Card isFlush>
        <ul className={styles.list} aria-label="Children">
          {roll.children.map((child) => (
            <li key={child.studentId} className={styles.row}>
              <div className={styles.name}>
                <PersonName name={child.name} />
                <span className={styles.muted}>{child.sessionName}</span>
                <ChildContacts
                  name={child.name}
                  contacts={contacts.get(child.studentId)}
                  onShow={() => onShow(child)}
                />
              </div>
              <Button
                className={styles.act}
                variant={child[point] ? 'secondary' : 'primary'}
                aria-label={child[point] ? `${child.name} is safe; take back` : `Mark ${child.name} safe`}
                onPress={() => onMark(child, point, child[point] !== true)}
              >
                {child[point] ? 'Safe' : 'Mark safe'}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
