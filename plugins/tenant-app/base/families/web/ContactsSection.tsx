import { useQuery } from '@tanstack/react-query'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PersonDetail, PersonList, PersonRow } from './PersonRow.tsx'
import { familiesApi } from './client.ts'

/** A child's guardians as they know of each other. That one of them is told nothing is not for the others to learn. */
export function ContactsSection({ studentId, firstName }: { studentId: string; firstName: string }) {
  const { data, error, refetch } = useQuery(familiesApi.listContacts({ params: { id: studentId } }))
  return (
    <Card title="Guardians" level={3} help={`Of ${firstName}, in the order of contact.`}>
      {error && <ErrorState error={error} onRetry={refetch} isFrameless />}
      {!data && !error && <Skeleton height={192} />}
      {data && (
        <PersonList label={`Guardians of ${firstName}`}>
          {data.map(({ id, name, relationship, mayCollect, isMe }) => (
            <PersonRow key={id} name={name} badges={isMe && <Badge tone="accent">You</Badge>}>
              <PersonDetail>{relationship}</PersonDetail>
              <PersonDetail>
                {mayCollect ? 'May' : 'May not'} pick up {firstName}
              </PersonDetail>
            </PersonRow>
          ))}
        </PersonList>
      )}
    </Card>
  )
}
