import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { correction, type DoorLogEntry } from '../contract.ts'
import { doorApi, doorReads } from './client.ts'
import * as styles from './door.css.ts'
import { flagLabels } from './flagLabels.ts'

/** Events of the log that are shown. */
const SHOWN = 50

const kindLabels: Record<DoorLogEntry['kind'], string> = {
  in: 'arrived',
  out: 'left',
  closed: 'departure not recorded',
  undo: 'correction',
}

const eventNames = { in: 'arrival', out: 'departure' } as const

/** Log of a session's door, the latest first; an event that is wrong is taken back with a reason, and stays in it. */
export function DoorLog({ sessionId }: { sessionId: string }) {
  const [corrected, setCorrected] = useState<DoorLogEntry>()
  const log = useQuery(doorApi.listDoorLog({ params: { id: sessionId }, query: { limit: SHOWN } }))
  return (
    <>
      <Loaded query={log} height={160}>
        {(entries) =>
          entries.length === 0 ? (
            <p className={styles.muted}>No arrivals or departures yet.</p>
          ) : (
            <ul className={styles.list} aria-label="Log of the door">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} onCorrect={() => setCorrected(entry)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {corrected && (
        <CorrectionDialog sessionId={sessionId} entry={corrected} onClose={() => setCorrected(undefined)} />
      )}
    </>
  )
}

const titleOf = ({ kind, studentName }: DoorLogEntry) =>
  `Correct the ${kind === 'in' || kind === 'out' ? eventNames[kind] : 'event'} of ${studentName}`

function Entry({ entry, onCorrect }: { entry: DoorLogEntry; onCorrect: () => void }) {
  const zone = useZone()
  const { kind, studentName, at, byKind, byName, userName, isUndone, isNote, reason, override, flag, check } = entry
  const who = byKind === 'alone' ? 'alone' : byName && `with ${byName}`
  const remarks = [
    isUndone && 'taken back',
    isNote && 'note',
    override === 'unlisted' && 'not on the list',
    override === 'barred' && 'released by an admin',
    reason,
    check && `checked by ${check.byName ?? 'an admin'}`,
    check?.note,
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <span>
          <DateTime value={at} zone={zone} /> · {studentName} {kindLabels[kind]} {who}
        </span>
        {flag && <Badge tone={check ? 'neutral' : 'red'}>{flagLabels[flag]}</Badge>}
        <span className={styles.muted}>{[userName, ...remarks].filter(Boolean).join(' · ')}</span>
      </span>
      {(kind === 'in' || kind === 'out') && !isUndone && (
        <Button size="small" aria-label={titleOf(entry)} onPress={onCorrect}>
          Correct
        </Button>
      )}
    </li>
  )
}

interface CorrectionDialogProps {
  sessionId: string
  entry: DoorLogEntry
  onClose: () => void
}

function CorrectionDialog({ sessionId, entry, onClose }: CorrectionDialogProps) {
  const undo = useMutation(doorApi.undoDoorEvent.mutation({ touches: [...doorReads, doorApi.listDoorLog.key()] }))
  return (
    <FormDialog
      title={titleOf(entry)}
      help="The event stays in the log as taken back. Record the right one afterwards."
      isOpen
      onOpenChange={onClose}
      schema={correction}
      defaultValues={{ reason: '' }}
      save={({ reason }) =>
        undo.mutateAsync({
          params: { id: sessionId },
          body: { id: crypto.randomUUID(), eventId: entry.id, reason },
        })
      }
      saved={{ title: 'Taken back' }}
      submit="Take back"
    >
      <FormTextField name="reason" label="Reason" multiline />
    </FormDialog>
  )
}
