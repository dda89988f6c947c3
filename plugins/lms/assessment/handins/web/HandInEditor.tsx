import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { isLinkAddress } from '#core/contract/link-address.ts'
import { ApiError } from '#core/web/apiError.ts'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { catalogApi, catalogReads } from '../../../delivery/catalog/web/client.ts'
import type { SubmissionDetails } from '../../../authoring/lessons/kinds/submission-contract.ts'
import { MAX_HAND_IN_TEXT_LENGTH, type OwnHandIn } from '../contract.ts'
import { handInsApi } from './client.ts'
import * as styles from './HandIn.css.ts'
import { HandInFiles } from './HandInFiles.tsx'
import { parseLinks } from './handInLabels.ts'
import { toBody, type HandInWriting, type Writing, type WritingState } from './handInWriting.ts'
import { useHandInWriting } from './useHandInWriting.ts'

interface HandInEditorProps {
  lessonId: string
  details: SubmissionDetails
  handIn: OwnHandIn
  onHandedIn: (handIn: OwnHandIn) => void
}

/** Edits a submission: it is saved automatically, and is submitted by its button alone. */
export function HandInEditor({ lessonId, details, handIn, onHandedIn }: HandInEditorProps) {
  const { writing, state } = useHandInWriting(lessonId, handIn.draft)
  const [isAsked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const send = useMutation(
    handInsApi.handIn.mutation({
      onSuccess: async (answer) => {
        setAsked(false)
        writing.begin(answer.draft)
        onHandedIn(answer)
        notify({ title: `Version ${answer.latest?.number ?? 1} was submitted` })
        await refresh(queryClient, [...catalogReads, catalogApi.readLesson.key()])
      },
      onError: async (error) => {
        if (!isOutdated(error)) return
        await writing.failed(error)
        await refresh(queryClient, [handInsApi.ownHandIn.key({ params: { lessonId } })])
      },
    }),
  )
  const { accepts } = details
  const wrongLink = parseLinks(state.links).find((link) => !isLinkAddress(link) || /^mailto:/i.test(link))
  const fields = send.error instanceof ApiError ? send.error.fields : {}
  const change = (changed: Partial<Writing>) => {
    send.reset()
    writing.change(changed)
  }
  const handInNow = async () => {
    setAsked(true)
    if (wrongLink !== undefined) return
    await writing.flush()
    const now = writing.state()
    if (now.progress === 'conflict') return
    send.mutate({ params: { lessonId }, body: { ...toBody(now), number: handIn.next } })
  }
  return (
    <Card title={handIn.latest ? 'Resubmit' : 'Your work'}>
      <Stack>
        {handIn.latest && (
          <p className={styles.quiet}>
            {`This starts as a copy of version ${handIn.latest.number}. Version ${handIn.next} replaces it once you submit it.`}
          </p>
        )}
        {state.theirs && <Conflict writing={writing} theirs={state.theirs} isTeam={handIn.team !== null} />}
        {accepts.includes('text') && (
          <TextField
            label="Text"
            multiline
            rows={10}
            maxLength={MAX_HAND_IN_TEXT_LENGTH}
            value={state.text}
            onChange={(text) => change({ text })}
            error={fields['text']}
          />
        )}
        {accepts.includes('link') && (
          <TextField
            label="Links"
            help="One address on each line"
            multiline
            value={state.links}
            onChange={(links) => change({ links })}
            error={isAsked && wrongLink !== undefined ? `“${wrongLink}” is no address of a page` : fields['links']}
          />
        )}
        {accepts.includes('file') && (
          <HandInFiles lessonId={lessonId} files={state.files} onChange={(files) => change({ files })} />
        )}
        {send.error && !isOutdated(send.error) && !fields['text'] && !fields['links'] && (
          <Banner tone="error">{fields['fileIds'] ?? errorText(send.error)}</Banner>
        )}
        <div className={styles.foot}>
          <Progress state={state} onRetry={() => void writing.flush()} />
          <Button
            variant="primary"
            icon={<Send size={16} aria-hidden />}
            isPending={send.isPending}
            isDisabled={state.progress === 'conflict'}
            onPress={() => void handInNow()}
          >
            {handIn.team && handIn.team.members.length > 1 ? 'Submit for the team' : 'Submit'}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

function Progress({ state: { progress, updatedAt, reason }, onRetry }: { state: WritingState; onRetry: () => void }) {
  if (progress === 'failed' || progress === 'refused') {
    return (
      <span className={styles.bar}>
        <span role="status" className={styles.failed}>
          Not saved: {reason}
        </span>
        <Button size="small" onPress={onRetry}>
          Try again
        </Button>
      </span>
    )
  }
  return (
    <span role="status" className={styles.quiet}>
      {progress === 'saved' && updatedAt !== null && (
        <>
          Saved <DateTime value={updatedAt} show="time" />
        </>
      )}
      {progress === 'saved' && updatedAt === null && 'Your text is saved automatically.'}
      {(progress === 'pending' || progress === 'saving') && 'Saving…'}
      {progress === 'conflict' && 'Not saved'}
    </span>
  )
}

interface ConflictProps {
  writing: HandInWriting
  theirs: OwnHandIn['draft']
  isTeam: boolean
}

/** Shows the learner's draft and one saved elsewhere meanwhile, to choose from. */
function Conflict({ writing, theirs, isTeam }: ConflictProps) {
  return (
    <Banner
      tone="warn"
      title={isTeam ? 'A teammate changed this' : 'This was changed in another tab'}
      action={
        <div className={styles.bar}>
          <Button size="small" onPress={() => void writing.keepMine()}>
            Keep my version
          </Button>
          <Button size="small" onPress={writing.takeTheirs}>
            Take the other version
          </Button>
        </div>
      }
    >
      <p className={styles.quiet}>Your version is not saved until you choose. The other version:</p>
      <p className={styles.text}>
        {[theirs.text, ...theirs.links, ...theirs.files.map(({ name }) => name)].filter(Boolean).join('\n') ||
          'It is empty.'}
      </p>
    </Banner>
  )
}
