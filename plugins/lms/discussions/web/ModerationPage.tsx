import { useUser } from '#core/web/session.ts'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { HeldPeople } from './HeldPeople.tsx'
import { RemovedPosts } from './RemovedPosts.tsx'
import { WaitingPosts } from './WaitingPosts.tsx'

/** Renders the review queue, restricted authors, and removed posts. */
export function ModerationPage() {
  const { role } = useUser()
  const forModerators = [
    { id: 'waiting', label: 'Review queue', content: <WaitingPosts /> },
    { id: 'people', label: 'Restricted authors', content: <HeldPeople /> },
  ]
  const forAdmins = { id: 'removed', label: 'Removed', content: <RemovedPosts /> }
  return (
    <Page title="Moderation" help="Discussions of courses: posts in the queue are hidden until you approve them.">
      <Tabs label="Moderation" tabs={role === 'instructor' ? forModerators : [...forModerators, forAdmins]} />
    </Page>
  )
}
