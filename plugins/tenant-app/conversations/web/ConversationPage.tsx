import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listText } from '#core/contract/list-text.ts'
import { useUser } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useZone } from '../../shared/web/zone.ts'
import type { Conversation, Post } from '../contract.ts'
import { Composer } from './Composer.tsx'
import { PostDialogs, type PostAct } from './PostDialogs.tsx'
import { Posts, usePosts } from './Posts.tsx'
import { StaffActions } from './StaffActions.tsx'
import { conversationReads, conversationsApi } from './client.ts'
import { teamText, titleOf } from './conversationLabels.ts'

const route = getRouteApi('/shell/conversations/$id')

/** One conversation: all who take part, its posts, and the next one. */
export function ConversationPage() {
  const { id } = route.useParams()
  const conversation = useQuery(conversationsApi.getConversation({ params: { id } }))
  const title = conversation.data ? titleOf(conversation.data) : 'Conversation'
  const isStaff = useUser().role !== 'parent'
  return (
    <Page
      title={title}
      isNarrow
      above={<Breadcrumbs trail={[{ label: 'Messages', href: '/messages?view=conversations' }]} current={title} />}
      actions={conversation.data && isStaff && <StaffActions conversation={conversation.data} />}
    >
      <Loaded query={conversation} height={480}>
        {(found) => <Thread key={found.id} conversation={found} isStaff={isStaff} />}
      </Loaded>
    </Page>
  )
}

function Thread({ conversation, isStaff }: { conversation: Conversation; isStaff: boolean }) {
  const { id, status } = conversation
  const [chosen, setChosen] = useState<{ act: PostAct | undefined; post: Post }>()
  useReading(id)
  return (
    <Stack>
      <Members conversation={conversation} />
      <Posts conversationId={id} onAct={(act, post) => setChosen({ act, post })} />
      {chosen && (
        <PostDialogs
          key={chosen.post.id}
          {...chosen}
          onClose={() => setChosen((now) => now && { ...now, act: undefined })}
        />
      )}
      <Composer
        conversationId={id}
        {...(isStaff && {
          note: status === 'closed' ? 'Sending reopens this conversation.' : 'Guardians see your name.',
        })}
      />
    </Stack>
  )
}

/** Notes that the conversation was read, with each post that comes while it is looked at. */
function useReading(id: string): void {
  const { data } = usePosts(id)
  const { mutate: read } = useMutation(
    conversationsApi.readConversation.mutation({ touches: conversationReads.slice(1) }),
  )
  const latest = data?.rows[0]?.id
  useEffect(() => {
    const note = () => {
      if (latest !== undefined && !document.hidden) read({ params: { id } })
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [id, latest, read])
}

function Members({ conversation }: { conversation: Conversation }) {
  const zone = useZone()
  const { guardians, instructors, teamName, day, status, assignedTo, isOverdue } = conversation
  return (
    <Card
      title="In this conversation"
      help="All admins can read it. No student takes part."
      actions={
        <>
          {isOverdue && <Badge tone="red">Overdue</Badge>}
          {status === 'closed' && <Badge>Closed</Badge>}
        </>
      }
    >
      <Facts
        facts={[
          ['Family', listText(guardians)],
          ['Staff', instructors.length > 0 ? `${teamText(teamName)}: ${listText(instructors)}` : teamText(teamName)],
          ...(day === null ? [] : ([['Day', <DateTime key="day" value={day} zone={zone} show="date" />]] as const)),
          ...(assignedTo === null ? [] : ([['Assigned to', assignedTo.name]] as const)),
        ]}
      />
    </Card>
  )
}
