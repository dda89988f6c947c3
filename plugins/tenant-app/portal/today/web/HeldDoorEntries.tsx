import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { HeldAct, HeldDoorEntry } from '../../../scheduling/door/held-contract.ts'
import { doorApi, doorFlagsApi, doorReads, heldDoorApi } from '../../../scheduling/door/web/client.ts'
import { rollCallLabels } from '../../../scheduling/door/web/rollCallLabels.ts'

/** Lists acts at the door that deactivated accounts left on a device, each to apply or discard; nothing without any. */
export function HeldDoorEntries() {
  const zone = useZone()
  const held = useQuery(heldDoorApi.listHeldDoorEntries({ query: {} }))
  const { mutate, isPending } = useMutation(
    heldDoorApi.decideHeldDoorEntry.mutation({
      touches: [
        heldDoorApi.listHeldDoorEntries.key(),
        doorFlagsApi.listFlaggedEvents.key(),
        doorApi.listDoorLog.key(),
        ...doorReads,
      ],
      onError: (error) => notify({ title: 'Failed to save', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (!held.data || held.data.length === 0) return null
  const decide = ({ id }: HeldDoorEntry, decision: 'applied' | 'discarded') =>
    mutate({ params: { id }, body: { decision } })
  return (
    <Panel title="Held door entries" query={held} rows={held.data} empty="No held door entries" isShort>
      {(one) => (
        <>
          <div className={panel.name}>
            {one.studentName && (
              <>
                <PersonName name={one.studentName} />:{' '}
              </>
            )}
            {describe(one.entry)}
          </div>
          <div className={panel.details}>
            <span>{one.sessionName}</span>
            <DateTime value={one.madeAt} zone={zone} />
            <span>by {one.makerName}, whose account is deactivated</span>
            {one.sentBy && <span>sent by {one.sentBy}</span>}
          </div>
          <div className={panel.act}>
            {(['applied', 'discarded'] as const).map((decision) => (
              <Button
                key={decision}
                size="small"
                isDisabled={isPending}
                aria-label={[labels[decision], one.studentName, describe(one.entry)].filter(Boolean).join(': ')}
                onPress={() => decide(one, decision)}
              >
                {labels[decision]}
              </Button>
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

const labels = { applied: 'Apply', discarded: 'Discard' } as const

function describe(entry: HeldAct): string {
  switch (entry.act) {
    case 'event': {
      const { kind, by } = entry.event
      const whom = by?.kind === 'alone' ? ' alone' : by?.name ? ` with ${by.name}` : ''
      return `${kind === 'in' ? 'arrived' : 'left'}${whom}`
    }
    case 'undo':
      return 'undo of an entry'
    case 'call':
      return `call to ${entry.call.calledName}`
    case 'head-count':
      return `Head count: ${entry.counted}`
    case 'roll-call':
      return `${rollCallLabels[entry.kind]}${entry.isDrill ? ' (drill)' : ''}`
    case 'roll-mark':
      return entry.isSafe ? 'marked safe in a roll call' : 'no longer marked safe in a roll call'
    case 'contacts':
      return 'contacts shown in a roll call'
  }
}
