import { useMutation } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CopyButton } from '#core/web/ui/actions/CopyButton.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { DateTime, RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Role } from '#core/contract/roles.ts'
import type { CalendarFeed } from '../contract.ts'
import { calendarApi } from './client.ts'
import * as styles from './FeedSection.css.ts'

/** Descriptions of a user's own calendar, by role. */
const ownLabels: Record<Role, string> = {
  superadmin: '',
  tenant_admin: 'All sessions.',
  instructor: 'The sessions that you lead. No student is named.',
  parent: 'The sessions of your children, with their first names.',
  student: 'Your sessions.',
}

/** Edits one feed: creates, copies, opens, renews and revokes its URL. */
export function FeedSection({ feed }: { feed: CalendarFeed }) {
  const { role } = useUser()
  const titleId = useId()
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const { renew, revoke } = useFeedChanges(feed.of)
  const isOwn = feed.of === 'me'
  return (
    <section aria-labelledby={titleId} className={styles.feed}>
      <h3 id={titleId} className={styles.title}>
        {isOwn ? 'Your calendar' : 'The organization’s calendar'}
      </h3>
      <p className={styles.words}>
        {isOwn ? ownLabels[role] : 'All sessions, without names of students and instructors, for everyone.'}
      </p>
      {feed.createdAt === null ? (
        <span>
          <Button aria-describedby={titleId} isPending={renew.isPending} onPress={() => renew.mutate()}>
            Create calendar link
          </Button>
        </span>
      ) : (
        <>
          {feed.url ? (
            <Address url={feed.url} titleId={titleId} />
          ) : (
            <p className={styles.words}>This link cannot be shown again. It still works; you can create a new one.</p>
          )}
          <p className={styles.words}>
            Made <DateTime value={feed.createdAt} show="date" />,{' '}
            {feed.lastUsedAt ? (
              <>
                last used <RelativeTime value={feed.lastUsedAt} />
              </>
            ) : (
              'not used yet'
            )}
            . Anyone with the link can see the calendar.
          </p>
          <span className={styles.actions}>
            <Button size="small" aria-describedby={titleId} onPress={() => setAsked('renew')}>
              New address
            </Button>
            <Button size="small" aria-describedby={titleId} onPress={() => setAsked('revoke')}>
              Revoke
            </Button>
          </span>
        </>
      )}
      <ConfirmDialog
        title={asked === 'renew' ? 'Make a new address?' : 'Revoke this address?'}
        confirmLabel={asked === 'renew' ? 'Make new address' : 'Revoke address'}
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        onConfirm={() => (asked === 'renew' ? renew.mutateAsync() : revoke.mutateAsync())}
      >
        The address stops working at once: programs that use it get nothing any more.
      </ConfirmDialog>
    </section>
  )
}

function Address({ url, titleId }: { url: string; titleId: string }) {
  return (
    <>
      <code className={styles.address}>{url}</code>
      <span className={styles.actions}>
        <CopyButton text={url} label="Copy address" aria-describedby={titleId} variant="primary" />
        {/* Calendar programs open such links as subscriptions. */}
        <LinkButton
          aria-describedby={titleId}
          href={url.replace(/^https?:/, 'webcal:')}
          icon={<CalendarPlus size={16} aria-hidden />}
        >
          Open in calendar program
        </LinkButton>
      </span>
    </>
  )
}

function useFeedChanges(of: CalendarFeed['of']) {
  const touches = [calendarApi.listFeeds.key()]
  const onError = (error: Error) =>
    notify({
      title: 'The address was not changed',
      description: serverMessage(error, 'Please try again.'),
      tone: 'destructive',
    })
  const [renewal, revocation] =
    of === 'me'
      ? [calendarApi.renewOwnFeed, calendarApi.revokeOwnFeed]
      : [calendarApi.renewOrganizationFeed, calendarApi.revokeOrganizationFeed]
  return {
    renew: useMutation(renewal.mutation({ touches, onError })),
    revoke: useMutation(revocation.mutation({ touches })),
  }
}
