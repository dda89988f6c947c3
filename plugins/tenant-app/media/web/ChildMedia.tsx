import { SharedMedia } from './SharedMedia.tsx'

/** Shows media that are shared with a guardian, of one child of the portal. */
export function ChildMedia({ studentId, firstName }: { studentId: string; firstName: string }) {
  return <SharedMedia studentId={studentId} whom={`the family of ${firstName}`} />
}
