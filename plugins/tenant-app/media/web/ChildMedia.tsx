import { SharedMedia } from './SharedMedia.tsx'

/** Shows media of one child that are shared with a guardian, in the portal. */
export function ChildMedia({ studentId, firstName }: { studentId: string; firstName: string }) {
  return <SharedMedia studentId={studentId} whom={`the family of ${firstName}`} />
}
