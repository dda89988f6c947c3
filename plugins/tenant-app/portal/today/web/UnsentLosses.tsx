import { useMutation, useQuery } from '@tanstack/react-query'
import { countText } from '#core/contract/count-text.ts'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { UnsentKind } from '../../../scheduling/rosters/unsent-contract.ts'
import { unsentApi } from '../../../scheduling/rosters/web/client.ts'

const SHOWN = 25

const nouns: Record<UnsentKind, [one: string, many: string]> = {
  marks: ['attendance mark', 'attendance marks'],
  door: ['door entry', 'door entries'],
  points: ['entry of points', 'entries of points'],
  scores: ['score', 'scores'],
}

/** Lists what devices lost before it was sent and admins have not checked yet; nothing without any. */
export function UnsentLosses() {
  const zone = useZone()
  const losses = useQuery({ ...unsentApi.listUnsentLosses({ query: { limit: SHOWN } }), refetchOnMount: 'always' })
  const check = useMutation(
    unsentApi.checkUnsentLoss.mutation({
      touches: [unsentApi.listUnsentLosses.key()],
      onError: (error) => notify({ title: 'Not saved', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (!losses.data || losses.data.length === 0) return null
  return (
    <Panel title="Lost before they were sent" query={losses} rows={losses.data} empty="All losses are checked" isShort>
      {({ id, userName, kind, count, since, sessions }) => (
        <>
          <div className={panel.name}>
            A device of <PersonName name={userName} /> lost {countText(count, ...nouns[kind])}
          </div>
          <div className={panel.details}>
            <span>
              Stored since <DateTime value={since} zone={zone} />
            </span>
            {sessions.map((session) => (
              <PageLink key={session.id} to="/sessions/$id" params={{ id: session.id }}>
                {session.name}
              </PageLink>
            ))}
          </div>
          <div className={panel.act}>
            <Button
              size="small"
              aria-label={`Mark as checked: ${countText(count, ...nouns[kind])} of ${userName}`}
              onPress={() => check.mutate({ params: { id } })}
            >
              Mark as checked
            </Button>
          </div>
        </>
      )}
    </Panel>
  )
}
