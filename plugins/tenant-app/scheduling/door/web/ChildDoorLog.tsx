import { useInfiniteQuery } from '@tanstack/react-query'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { ChildDoorEntry } from '../children-contract.ts'
import { doorChildrenApi } from './client.ts'
import * as styles from './door.css.ts'

const kindLabels: Record<ChildDoorEntry['kind'], string> = {
  in: 'Arrived',
  out: 'Left',
  closed: 'Departure not recorded',
}

/** Arrivals and departures of a child, as its guardians read them. */
export function ChildDoorLog({ studentId, firstName }: { studentId: string; firstName: string }) {
  const zone = useZone()
  const log = useInfiniteQuery(doorChildrenApi.listChildDoorLog.infinite({ params: { id: studentId }, limit: 10 }))
  return (
    <Card title="Arrivals and departures">
      <GrowingList
        query={log}
        height={120}
        isFrameless
        empty={
          <EmptyState title="No arrivals yet">You see here when {firstName} is checked in at the door.</EmptyState>
        }
      >
        {(entries) => (
          <ul className={styles.list} aria-label="Arrivals and departures">
            {entries.map(({ id, kind, at, sessionName, byKind, byName }) => (
              <li key={id} className={styles.row}>
                <span className={styles.name}>
                  <span>
                    {kindLabels[kind]} <DateTime value={at} zone={zone} />
                  </span>
                  <span className={styles.muted}>
                    {[sessionName, byKind === 'alone' ? 'alone' : byName && `with ${byName}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
    </Card>
  )
}
