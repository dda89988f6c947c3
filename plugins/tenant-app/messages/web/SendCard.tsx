import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { listText } from '#core/contract/list-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { DateTimeField } from '#core/web/ui/fields/DateTimeField.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { useZone } from '../../shared/web/zone.ts'
import type { AudiencePreview } from '../audience-contract.ts'
import type { Message } from '../contract.ts'
import { audienceApi, messageReads, messagesApi } from './client.ts'
import { leftOutLabels } from './messageLabels.ts'

const PAGE_SIZE = 20

/** Reads one page of whom a message reaches; asked by POST, since audiences are long. */
const usePreview = ({ id, audience, updatedAt }: Message, show: 'recipients' | 'left-out', page: number) =>
  useQuery({
    queryKey: ['api', 'messages', id, 'preview', updatedAt, show, page],
    queryFn: ({ signal }) =>
      audienceApi.previewAudience.call(
        { body: audience, query: { show, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
        signal,
      ),
  })

/** Describes whom a message reaches: `43 guardians of 31 children, 2 staff`. */
function describe({ guardians, staff, students, children }: AudiencePreview): string {
  const parts = [
    ...(guardians > 0 ? [`${countText(guardians, 'guardian')} of ${countText(children, 'child', 'children')}`] : []),
    ...(students > 0 ? [countText(students, 'student')] : []),
    ...(staff > 0 ? [`${staff.toLocaleString('en-US')} staff`] : []),
  ]
  return parts.length === 0 ? 'no one' : listText(parts)
}

/** Says how many people get an email as well, and who has turned news off. */
function emailsText({ emails, newsOff }: AudiencePreview, isUrgent: boolean): string {
  const count = isUrgent ? emails + newsOff : emails
  const emailed = `${countText(count, 'person gets', 'people get')} an email as well.`
  if (isUrgent || newsOff === 0) return emailed
  return `${emailed} ${countText(newsOff, 'person has', 'people have')} turned news off and read it here alone.`
}

/** Shows whom a draft will reach and who is left out and why, and sends it: the button carries the number. */
export function SendCard({ message }: { message: Message }) {
  const preview = usePreview(message, 'recipients', 1)
  const countLeftOut = ({ leftOut }: AudiencePreview) => Object.values(leftOut).reduce((sum, count) => sum + count, 0)
  return (
    <Card title="Recipients" help={message.audienceText}>
      <Loaded query={preview} height={200} isFrameless>
        {(found) => (
          <>
            <SendButtons message={message} preview={found} />
            <p>{emailsText(found, message.kind === 'urgent')}</p>
            {found.recipients > 0 && (
              <Disclosure label="Show recipients">
                {() => <People message={message} show="recipients" total={found.recipients} />}
              </Disclosure>
            )}
            {countLeftOut(found) > 0 && (
              <Disclosure label={`Left out: ${countLeftOut(found)}`}>
                {() => <People message={message} show="left-out" total={countLeftOut(found)} />}
              </Disclosure>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function People({ message, show, total }: { message: Message; show: 'recipients' | 'left-out'; total: number }) {
  const [page, setPage] = useState(1)
  const people = usePreview(message, show, page)
  return (
    <Loaded query={people} height={160} isFrameless>
      {({ people: rows }) => (
        <>
          <ul className={panel.list} aria-label={show === 'left-out' ? 'Left out' : 'Recipients'}>
            {rows.map(({ id, name, children, reason, isEmailed }) => (
              <li key={id} className={panel.row}>
                <ItemRow
                  title={name}
                  about={[
                    ...(children.length > 0 ? [listText(children)] : []),
                    reason ? leftOutLabels[reason] : isEmailed ? 'Email and portal' : 'Portal only',
                  ].join(' · ')}
                />
              </li>
            ))}
          </ul>
          {total > PAGE_SIZE && (
            <Pagination label="people" page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} />
          )}
        </>
      )}
    </Loaded>
  )
}

function SendButtons({ message, preview }: { message: Message; preview: AudiencePreview }) {
  const { id, kind } = message
  const zone = useZone()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const isUrgent = kind === 'urgent'
  const stop = useMutation(
    messagesApi.stopMessage.mutation({
      touches: messageReads,
      onError: (error) => notify({ title: 'Nothing was undone', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const send = useMutation(
    messagesApi.sendMessage.mutation({
      touches: messageReads,
      onSuccess: () =>
        notify(
          isUrgent || at !== null
            ? { title: at === null ? 'Urgent message sent' : 'Message scheduled' }
            : {
                title: 'Message leaves in a minute',
                action: { label: 'Undo', onAction: () => stop.mutate({ params: { id } }) },
                duration: 60_000,
              },
        ),
      onError: (error) => notify({ title: 'Message not sent', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const isReady = preview.recipients > 0 && (!isUrgent || typed.trim() === String(preview.recipients))
  return (
    <>
      {isUrgent && (
        <TextField
          label={`Enter ${preview.recipients} to confirm how many people get this`}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
        />
      )}
      <Button
        variant="primary"
        isDisabled={!isReady}
        isPending={send.isPending}
        onPress={() =>
          send.mutate({
            params: { id },
            body: { ...(at !== null && { at }), ...(isUrgent && { confirmedCount: preview.recipients }) },
          })
        }
      >
        {`${at === null ? 'Send' : 'Schedule'} to ${describe(preview)}`}
      </Button>
      {!isUrgent && (
        <Disclosure label="Send later">
          {() => <DateTimeField label="Send at" zone={zone} value={at} onChange={setAt} isOptional />}
        </Disclosure>
      )}
    </>
  )
}
