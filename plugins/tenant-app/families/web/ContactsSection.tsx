import { useQuery } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonDetail, PersonList, PersonRow } from './PersonRow.tsx'
import { familiesApi } from './client.ts'

/** Whom the organization gets in touch with about a child, as the guardians know of each other. */
export function ContactsSection({ studentId, firstName }: { studentId: string; firstName: string }) {
  const { tenant } = usePlatform()
  const { data, error, refetch } = useQuery(familiesApi.listContacts({ params: { id: studentId } }))
  return (
    <Card
      title="Guardians"
      level={3}
      help={`Whom ${tenant?.name ?? 'the organization'} gets in touch with about ${firstName}, in this order.`}
    >
      {error && <ErrorState error={error} onRetry={refetch} isFrameless />}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <PersonList label={`Guardians of ${firstName}`}>
          {data.map(({ id, name, relationship, mayCollect, isMe }) => (
            <PersonRow key={id} name={name} badges={isMe && <Badge tone="accent">You</Badge>}>
              <PersonDetail>{relationship}</PersonDetail>
              <PersonDetail>
                {mayCollect ? 'May' : 'May not'} collect {firstName}
              </PersonDetail>
            </PersonRow>
          ))}
        </PersonList>
      )}
    </Card>
  )
}
