import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { newCheck, type FlaggedEvent } from '../../../scheduling/door/flags-contract.ts'
import { doorApi, doorFlagsApi } from '../../../scheduling/door/web/client.ts'
import { flagLabels } from '../../../scheduling/door/web/flagLabels.ts'

/** Entries that are shown; the next follow once these are checked. */
const SHOWN = 25

const listed = doorFlagsApi.listFlaggedEvents.page({ query: { limit: SHOWN } })

/** Lists what devices recorded at the door and admins have not checked yet; nothing without any. */
export function FlaggedEvents() {
  const zone = useZone()
  const [checked, setChecked] = useState<FlaggedEvent>()
  const flagged = useQuery({ ...listed, refetchOnMount: 'always' })
  const { rows, total = 0 } = flagged.data ?? {}
  if (!rows || rows.length === 0) return null
  return (
    <>
      <Panel
        title={countText(total, 'door entry to check', 'door entries to check')}
        query={flagged}
        rows={rows}
        empty="All door entries are checked"
        isShort
      >
        {(event) => (
          <>
            <div className={panel.line}>
              <span className={panel.name}>
                <PersonName name={event.studentName} /> {describe(event)}
              </span>
              <Badge tone="red">{flagLabels[event.flag]}</Badge>
            </div>
            <div className={panel.details}>
              <PageLink to="/sessions/$id/door" params={{ id: event.sessionId }}>
                {event.sessionName}
              </PageLink>
              <DateTime value={event.at} zone={zone} />
              {event.userName && <span>recorded by {event.userName}</span>}
              {event.calledName && <span>after a call to {event.calledName}</span>}
              {event.reason && <span>{event.reason}</span>}
              {event.isUndone && <span>taken back</span>}
            </div>
            <div className={panel.act}>
              <Button
                size="small"
                aria-label={`Mark as checked: ${event.studentName}`}
                onPress={() => setChecked(event)}
              >
                Mark as checked
              </Button>
            </div>
          </>
        )}
      </Panel>
      {checked && <CheckDialog event={checked} onClose={() => setChecked(undefined)} />}
    </>
  )
}

function describe({ kind, byKind, byName }: FlaggedEvent): string {
  const whom = byKind === 'alone' ? ' alone' : byName && ` with ${byName}`
  return `${kind === 'in' ? 'arrived' : 'left'}${whom}`
}

function CheckDialog({ event, onClose }: { event: FlaggedEvent; onClose: () => void }) {
  const check = useMutation(
    doorFlagsApi.checkFlaggedEvent.mutation({
      touches: [doorFlagsApi.listFlaggedEvents.key(), doorApi.listDoorLog.key()],
    }),
  )
  return (
    <FormDialog
      title={`Mark the entry of ${event.studentName} as checked`}
      help="It stays in the log of the door, with your name and your note."
      isOpen
      onOpenChange={onClose}
      schema={newCheck}
      defaultValues={{ note: '' }}
      save={(body) => check.mutateAsync({ params: { id: event.id }, body })}
      saved={{ title: 'Marked as checked' }}
      submit="Mark as checked"
    >
      <FormTextField name="note" label="Note" isOptional multiline />
    </FormDialog>
  )
}
