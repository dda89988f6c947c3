import { HeartHandshake } from 'lucide-react'
import { usePlatform } from '#core/web/session.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'

/** Explains to a guardian without children how to add one. */
export function NoChildren() {
  const { tenant } = usePlatform()
  return (
    <EmptyState icon={<HeartHandshake size={24} aria-hidden />} title="No children to show yet">
      Ask {tenant?.name ?? 'the organization'} to add you as a guardian of your child, with the email address that you
      signed in with. Then your child appears here.
    </EmptyState>
  )
}
