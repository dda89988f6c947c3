import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonList } from '../../../base/families/web/PersonRow.tsx'
import type { CollectorsOfChild } from '../contract.ts'
import { childAnchors } from '../../../shared/web/slots.ts'
import { AddCollectorDialog } from './AddCollectorDialog.tsx'
import { CollectorRow } from './CollectorRow.tsx'
import * as styles from './CollectorsCard.css.ts'
import { collectorsApi } from './client.ts'

interface CollectorsCardProps {
  studentId: string
  /** First name of the child. */
  firstName: string
}

/** Lists a child's authorized pickups beside the guardians, edited by staff and by guardians who may pick up. */
export function CollectorsCard({ studentId, firstName }: CollectorsCardProps) {
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(collectorsApi.listCollectors({ params: { id: studentId } }))
  return (
    <div id={childAnchors.pickups} tabIndex={-1}>
      <Card
        title={`Authorized pickups for ${firstName}`}
        level={3}
        help="People without an account, such as grandparents and neighbors."
        actions={
          data?.mayKeep && (
            <Button
              icon={<Plus size={16} aria-hidden />}
              aria-label="Add authorized pickup"
              onPress={() => setAdding(true)}
            >
              Add
            </Button>
          )
        }
      >
        {error && <ErrorState error={error} onRetry={refetch} isFrameless />}
        {!data && !error && <Skeleton height={120} />}
        {data && <Collectors studentId={studentId} firstName={firstName} of={data} />}
        <AddCollectorDialog studentId={studentId} isOpen={isAdding} onOpenChange={setAdding} />
      </Card>
    </div>
  )
}

interface CollectorsProps {
  studentId: string
  firstName: string
  of: CollectorsOfChild
}

function Collectors({ studentId, firstName, of: { collectors, barred, mayKeep } }: CollectorsProps) {
  return (
    <>
      {barred.map((name) => (
        <Banner key={name} tone="error" title={`${name} may not pick up ${firstName}`}>
          Do not release {firstName} to this guardian.
        </Banner>
      ))}
      {collectors.length === 0 ? (
        <p className={styles.empty}>
          {mayKeep
            ? 'None yet. Add the people who come instead of a guardian.'
            : 'None yet. Guardians who can pick up add the people here.'}
        </p>
      ) : (
        <PersonList label="Authorized pickups">
          {collectors.map((collector) => (
            <CollectorRow key={collector.id} studentId={studentId} collector={collector} mayKeep={mayKeep} />
          ))}
        </PersonList>
      )}
    </>
  )
}
