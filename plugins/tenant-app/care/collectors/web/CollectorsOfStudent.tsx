import { CollectorsCard } from './CollectorsCard.tsx'

/** On a student's page, which has the name above. */
export function CollectorsOfStudent({ studentId }: { studentId: string }) {
  return <CollectorsCard studentId={studentId} firstName="this child" />
}
