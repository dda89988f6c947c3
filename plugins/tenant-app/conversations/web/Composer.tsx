import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { MAX_POST } from '../contract.ts'
import * as styles from './Thread.css.ts'
import { OfficeHours } from './OfficeHours.tsx'
import { conversationReads, conversationsApi } from './client.ts'
import { useDraft } from './useDraft.ts'

/** Writes in a conversation; Ctrl or Command with Enter sends. */
export function Composer({ conversationId, note }: { conversationId: string; note?: string }) {
  const draft = useDraft(conversationId)
  const add = useMutation(
    conversationsApi.addPost.mutation({ touches: conversationReads, onSuccess: ({ id }) => draft.clear(id) }),
  )
  const isEmpty = draft.text.trim() === ''
  const send = () => {
    if (isEmpty || add.isPending) return
    draft.noteSent()
    add.mutate({ params: { id: conversationId }, body: { id: draft.postId, body: draft.text } })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of the button below
    <form
      className={styles.composer}
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
      }}
    >
      {add.error && <Banner tone="error">{errorText(add.error)}</Banner>}
      <TextField label="Message" multiline rows={2} maxLength={MAX_POST} value={draft.text} onChange={draft.write} />
      <div className={styles.send}>
        {note === undefined ? <OfficeHours /> : <p className={styles.note}>{note}</p>}
        <Button
          type="submit"
          variant="primary"
          icon={<Send size={16} aria-hidden />}
          isDisabled={isEmpty}
          isPending={add.isPending}
        >
          Send
        </Button>
      </div>
    </form>
  )
}
