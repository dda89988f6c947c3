import { useUser } from '#core/web/session.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Door } from '../contract.ts'
import { DoorLog } from './DoorLog.tsx'
import * as styles from './door.css.ts'
import { HeadCountCard } from './HeadCountCard.tsx'
import { PickupSlipCard } from './PickupSlipCard.tsx'
import { RollCallCard } from './RollCallCard.tsx'

interface DoorToolsProps {
  sessionId: string
  door: Door
  /** True for what the device holds: what needs the server is left out. */
  isStored: boolean
}

/** Head count, roll call and sheets of a meeting. */
export function DoorTools({ sessionId, door, isStored }: DoorToolsProps) {
  return (
    <>
      <HeadCountCard sessionId={sessionId} door={door} />
      <RollCallCard sessionId={sessionId} door={door} />
      {isStored || <OnlineTools sessionId={sessionId} door={door} />}
    </>
  )
}

function OnlineTools({ sessionId, door }: Omit<DoorToolsProps, 'isStored'>) {
  const meetingId = door.meeting.id
  const sheets = `/api/sessions/${sessionId}/door` as const
  const mayPrintContacts = useUser().role !== 'superadmin'
  return (
    <>
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
