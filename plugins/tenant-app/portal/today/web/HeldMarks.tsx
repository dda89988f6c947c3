import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { HeldMark } from '../../../scheduling/rosters/held-contract.ts'
import { attendanceLabels } from '../../../scheduling/rosters/web/attendanceLabels.ts'
import { heldApi, rosterReads } from '../../../scheduling/rosters/web/client.ts'

/** Lists attendance marks that deactivated accounts left on a device, each to apply or discard; nothing without any. */
export function HeldMarks() {
  const zone = useZone()
  const held = useQuery(heldApi.listHeldMarks({ query: {} }))
  const { mutate, isPending } = useMutation(
    heldApi.decideHeldMark.mutation({
      touches: [heldApi.listHeldMarks.key(), ...rosterReads],
      onError: (error) => notify({ title: 'Failed to save', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (!held.data || held.data.length === 0) return null
  const decide = ({ id }: HeldMark, decision: 'applied' | 'discarded') => mutate({ params: { id }, body: { decision } })
  return (
    <Panel title="Held marks" query={held} rows={held.data} empty="No held marks">
      {(one) => (
        <>
          <div className={panel.name}>
            <PersonName name={one.studentName} />: {one.mark ? attendanceLabels[one.mark].label : 'Not marked'}
          </div>
          <div className={panel.details}>
            <span>{one.sessionName}</span>
            <DateTime value={one.madeAt} zone={zone} />
            <span>by {one.makerName}, whose account is deactivated</span>
            {one.sentBy && <span>sent by {one.sentBy}</span>}
            {one.note && <span>{one.note}</span>}
          </div>
          <div className={panel.act}>
            <Button
              size="small"
              isDisabled={isPending}
              aria-label={`Apply the mark of ${one.studentName}`}
              onPress={() => decide(one, 'applied')}
            >
              Apply
            </Button>
            <Button
              size="small"
              isDisabled={isPending}
              aria-label={`Discard the mark of ${one.studentName}`}
              onPress={() => decide(one, 'discarded')}
            >
              Discard
            </Button>
          </div>
        </>
      )}
    </Panel>
  )
}
